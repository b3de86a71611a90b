import { selectAccountToken, selectPinToken } from '@client/session/selectors'
import { useAppSelector } from '@client/store/hooks'
import type { Reader } from './save-memorial'

/** With which tokens a memorial is read here. */
export function useReader(memorialId: number): Reader {
  const accountToken = useAppSelector(selectAccountToken)
  const pinToken = useAppSelector((state) => selectPinToken(state, memorialId))
  return { accountToken, pinToken }
}
