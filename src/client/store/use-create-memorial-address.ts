import { screens } from '@contract/paths'
import { useAccount } from './use-account'

/** The target of 'Создать мемориал': a guest has to register first. */
export function useCreateMemorialAddress(): string {
  const { status } = useAccount()
  return status === 'guest' ? screens.register : screens.createMemorial
}
