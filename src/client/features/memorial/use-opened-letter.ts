import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { openedToken } from '@contract/letters'
import { useNoteLetterOpenedMutation } from '@client/api/letter-api'

/**
 * Whoever comes by the link of a letter reads the mailbox that it was sent to: then letters there may quote others. A program that
 * checks letters runs none of this. The token does not stay in the address.
 */
export function useOpenedLetter(): void {
  const { pathname, search, hash, ...location } = useLocation()
  const navigate = useNavigate()
  const [noteOpened] = useNoteLetterOpenedMutation()
  const token = openedToken(hash)
  const note = useEffectEvent((opened: string) => {
    void noteOpened({ token: opened })
    void navigate({ pathname, search }, { replace: true, state: location.state as unknown, preventScrollReset: true })
  })

  useEffect(() => {
    if (token) note(token)
  }, [token])
}
