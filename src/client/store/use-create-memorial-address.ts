import { screens } from '@contract/paths'
import { useAccount } from './use-account'

/** Where 'Создать мемориал' leads: for a guest it begins with an account. */
export function useCreateMemorialAddress(): string {
  const { status } = useAccount()
  return status === 'guest' ? screens.register : screens.createMemorial
}
