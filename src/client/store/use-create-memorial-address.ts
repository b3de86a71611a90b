import { paths } from '@contract/paths'
import { useAccount } from './use-account'

/** The target of 'Создать мемориал': a guest has to register first. */
export function useCreateMemorialAddress(): string {
  const { status } = useAccount()
  return status === 'guest' ? paths.register : paths.createMemorial
}
