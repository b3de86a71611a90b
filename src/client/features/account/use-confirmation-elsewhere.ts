import { useEffect } from 'react'
import { api } from '@client/api/api'
import { idTag } from '@client/api/tags'
import { useAppDispatch } from '@client/store/hooks'

/** The letter opens in another tab or program: whoever comes back from there is asked about anew. */
export function useConfirmationElsewhere(): void {
  const dispatch = useAppDispatch()

  useEffect(() => {
    const askAgain = () => {
      if (!document.hidden) dispatch(api.util.invalidateTags([idTag('User', 'me')]))
    }
    document.addEventListener('visibilitychange', askAgain)
    return () => document.removeEventListener('visibilitychange', askAgain)
  }, [dispatch])
}
