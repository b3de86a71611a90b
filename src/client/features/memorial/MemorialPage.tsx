import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { openedToken } from '@contract/opened-letter'
import { useAppDispatch } from '@client/store/hooks'
import { prefetchedMemorial } from '@client/ui/navigation'
import { MemorialGate } from './MemorialGate'
import { MemorialContent, type MemorialContentProps } from './MemorialContent'

export type MemorialPageProps = Omit<MemorialContentProps, 'memorial'>

export function MemorialPage(props: MemorialPageProps) {
  const id = Number(useParams().memorialId)
  useOpenedLetter()
  const prefetched = prefetchedMemorial(useLocation().state, id)
  return (
    <MemorialGate memorialId={id} prefetched={prefetched}>
      {(memorial) => <MemorialContent key={id} memorial={memorial} {...props} />}
    </MemorialGate>
  )
}

/**
 * The link of a letter proves that the visitor reads the mailbox that it was sent to: from then on, letters to it may quote
 * others. A scanner of letters runs no script. The token does not stay in the URL.
 */
export function useOpenedLetter(): void {
  const { pathname, search, hash, ...location } = useLocation()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const token = openedToken(hash)
  const note = useEffectEvent(async (opened: string) => {
    void navigate({ pathname, search }, { replace: true, state: location.state as unknown, preventScrollReset: true })
    // In a chunk of its own, since few readers come by such a link.
    const { letterApi } = await import('@client/api/letter-api')
    void dispatch(letterApi.endpoints.recordLetterOpened.initiate({ token: opened }, { track: false }))
  })

  useEffect(() => {
    if (token) void note(token).catch(() => undefined)
  }, [token])
}
