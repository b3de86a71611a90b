import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { openedToken } from '@contract/opened-letter'
import { useAppDispatch } from '@client/store/hooks'

/**
 * Whoever comes by the link of a letter reads the mailbox that it was sent to: then letters there may quote others. A program that
 * checks letters runs none of this. The token does not stay in the address.
 */
export function useOpenedLetter(): void {
  const { pathname, search, hash, ...location } = useLocation()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const token = openedToken(hash)
  const note = useEffectEvent(async (opened: string) => {
    void navigate({ pathname, search }, { replace: true, state: location.state as unknown, preventScrollReset: true })
    // Few come by such a link: it is no part of every reader's program.
    const { letterApi } = await import('@client/api/letter-api')
    void dispatch(letterApi.endpoints.noteLetterOpened.initiate({ token: opened }, { track: false }))
  })

  useEffect(() => {
    if (token) void note(token).catch(() => undefined)
  }, [token])
}
