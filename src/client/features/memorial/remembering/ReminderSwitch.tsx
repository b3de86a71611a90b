import type { Memorial } from '@contract/memorial'
import { useAccount } from '@client/store/use-account'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { LoadFailed } from '@client/ui/LoadFailed'

const AccountsReminder = lazyChunk(async () => (await import('./AccountsReminder')).AccountsReminder, {
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить напоминания о днях памяти.</LoadFailed>,
})

/** Letters before the days of a page: for accounts, where a day is known. Who opened a closed page by a PIN is not offered them. */
export function ReminderSwitch({ memorial }: { memorial: Memorial }) {
  const { user } = useAccount()
  const hasDay = memorial.birth_precision === 'day' || memorial.death_precision === 'day'
  const mayRead = memorial.public_status || memorial.role !== null
  return user?.is_verified && hasDay && mayRead ? <AccountsReminder memorialId={memorial.id} /> : null
}
