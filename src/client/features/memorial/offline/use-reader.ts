import { selectAccountToken, selectPinToken } from '@client/session/selectors'
import { useAppSelector } from '@client/store/hooks'
import type { Reader } from './save-memorial'

/** The tokens with which this browser reads a memorial. */
export function useReader(memorialId: number): Reader {
  const accountToken = useAppSelector(selectAccountToken)
  const pinToken = useAppSelector((state) => selectPinToken(state, memorialId))
  return { accountToken, pinToken }
}
