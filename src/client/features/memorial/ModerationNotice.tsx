import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Link from '@mui/material/Link'
import type { Memorial } from '@contract/memorial'
import { CLOSED_BY_TEXTS } from '@contract/memorial-terms'
import { useSettings } from '@client/ui/settings'

export type ModerationNoticeProps = Record<'memorial', Pick<Memorial, 'closed_by' | 'closed_reason'>>

/** For keepers of a page that is closed against the owner's choice: who closed it, why, and what to do. Nothing on other pages. */
export function ModerationNotice({ memorial: { closed_by, closed_reason } }: ModerationNoticeProps) {
  const { supportEmail } = useSettings()
  if (!closed_by) return null
  return (
    <Alert severity="warning" variant="outlined" sx={{ '@media print': { display: 'none' } }}>
      <AlertTitle>{CLOSED_BY_TEXTS[closed_by]}</AlertTitle>
      Сейчас её видят только те, кто её хранит, и модераторы. Причина: {closed_reason}
      <br />
      Если вы не согласны или всё исправили, напишите нам:{' '}
      <Link href={`mailto:${supportEmail}`} color="inherit">
        {supportEmail}
      </Link>
    </Alert>
  )
}
