import type { Memorial } from '@contract/memorial'
import { useAccount } from '@client/store/use-account'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { LoadFailed } from '@client/ui/Loading'

const AccountsReminder = lazyChunk(async () => (await import('./AccountsReminder')).AccountsReminder, {
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить напоминания о днях памяти.</LoadFailed>,
})

/**
 * Letters before the days of a page: for accounts, if a day is known. Not offered to visitors who opened a closed page with a
 * PIN.
 */
export function ReminderSwitch({ memorial }: { memorial: Memorial }) {
  const { user } = useAccount()
  const hasDay = memorial.birth_precision === 'day' || memorial.death_precision === 'day'
  const mayRead = memorial.public_status || memorial.role !== null
  return user?.is_verified && hasDay && mayRead ? <AccountsReminder memorialId={memorial.id} /> : null
}
