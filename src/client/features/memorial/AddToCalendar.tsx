import Button from '@mui/material/Button'
import type { MouseEvent } from 'react'
import type { Memorial } from '@contract/memorial'
import { fullName } from '@contract/names'
import { calendarPath } from '@contract/paths'
import { useMakeCalendarMutation } from '@client/api/calendar-api'
import { errorText } from '@client/api/errors'
import { saveFile } from '@client/lib/save-file'
import { EventIcon } from '@client/ui/icons'
import { useToast } from '@client/ui/toasts'

const FAILED = 'Не удалось получить памятные дни. Пожалуйста, попробуйте ещё раз.'

/**
 * Adds the days of a memorial to the calendar of the device; renders nothing if no day is known. On a public page it is a link,
 * which phones open in their calendar; on a closed page only a script can send the token.
 */
export function AddToCalendar({ memorial }: { memorial: Memorial }) {
  const [makeCalendar, { isLoading }] = useMakeCalendarMutation()
  const toast = useToast()
  if (memorial.birth_precision !== 'day' && memorial.death_precision !== 'day') return null
  const link = memorial.public_status && { component: 'a', href: calendarPath(memorial.id) }

  async function save(event: MouseEvent): Promise<void> {
    if (link) return
    event.preventDefault()
    if (isLoading) return
    try {
      saveFile(await makeCalendar(memorial.id).unwrap(), `Памятные дни — ${fullName(memorial)}.ics`)
    } catch (error) {
      toast.error(errorText(error, { fallback: FAILED }))
    }
  }

  return (
    <Button
      {...link}
      size="small"
      color="inherit"
      startIcon={<EventIcon />}
      aria-disabled={isLoading}
      onClick={(event: MouseEvent) => void save(event)}
      sx={QUIET}
    >
      Добавить в календарь
    </Button>
  )
}

const QUIET = { color: 'text.secondary', '&&&': { textAlign: 'start' }, '@media print': { display: 'none' } } as const
