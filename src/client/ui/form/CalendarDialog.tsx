import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogTitle from '@mui/material/DialogTitle'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { ruRU } from '@mui/x-date-pickers/locales'
import type { DateView } from '@mui/x-date-pickers/models'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/ru'
import { useId, useState } from 'react'
import { isDay, latestRussianDay, partsOfDay } from '@contract/days'
import { TARGET_SIZE } from '../styles'

/** No one scrolls further back; an older year can still be typed. */
const EARLIEST_CALENDAR_DAY = '1800-01-01'

const RUSSIAN_TEXTS = ruRU.components.MuiLocalizationProvider.defaultProps.localeText

interface CalendarProps {
  value: string
  start?: string
  /** Receives `YYYY-MM-DD`. */
  onPick: (day: string) => void
}

interface CalendarDialogProps extends CalendarProps {
  title: string
  isOpen: boolean
  onClose: () => void
}

/** A calendar that asks for the year first, because dates of life are rarely recent. */
export function CalendarDialog({ title, isOpen, onClose, ...calendar }: CalendarDialogProps) {
  const titleId = useId()
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} slotProps={{ paper: { sx: PAPER } }}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <Calendar {...calendar} />
      <DialogActions>
        <Button onClick={onClose}>Отмена</Button>
      </DialogActions>
    </Dialog>
  )
}

function Calendar({ value, start, onPick }: CalendarProps) {
  // The form receives the picked day before the dialog has faded out.
  const [typed] = useState(() => typedDay(value))
  const [view, setView] = useState<DateView>('year')
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="ru" localeText={RUSSIAN_TEXTS}>
      <DateCalendar
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog opened by a press takes the focus
        autoFocus
        defaultValue={typed}
        referenceDate={start === undefined ? undefined : dayjs(start)}
        minDate={dayjs(EARLIEST_CALENDAR_DAY)}
        maxDate={dayjs(latestRussianDay())}
        views={['year', 'month', 'day']}
        openTo="year"
        yearsOrder="desc"
        dayOfWeekFormatter={twoLetters}
        onViewChange={setView}
        slotProps={{ calendarHeader: { format: HEADINGS[view] } }}
        sx={CALENDAR}
        onChange={(day, state) => {
          if (day && state === 'finish') onPick(day.format('YYYY-MM-DD'))
        }}
      />
    </LocalizationProvider>
  )
}

/** The heading for the next choice; also read aloud, as the name of the group of years or months. */
const HEADINGS: Record<DateView, string> = {
  year: '[Выберите год]',
  month: '[Месяц] YYYY [года]',
  day: 'MMMM YYYY',
}

/** «Пн», «Вт». */
function twoLetters(day: Dayjs): string {
  const [first = '', ...rest] = day.format('dd')
  return first.toUpperCase() + rest.join('')
}

const DAYS_OF_WEEK = 7
const WEEKS_OF_MONTH = 6
/** In px, for a narrow phone: the space around the calendar. */
const ROOM_BESIDE = 32
const CELL = 'var(--cell)'
const PAPER = { mx: 1, maxWidth: 'calc(100% - 16px)' } as const

/** Its cells grow with the letters as long as seven fit into a row, and the letters no further than their cells. */
const CALENDAR = {
  '--cell': `min(${TARGET_SIZE / 16}rem, (100vw - ${ROOM_BESIDE}px) / ${DAYS_OF_WEEK})`,
  width: `calc(${DAYS_OF_WEEK} * ${CELL} + 16px)`,
  maxWidth: '100%',
  height: 'auto',
  maxHeight: 'none',
  '& .MuiPickersCalendarHeader-root': { maxHeight: 'none', minHeight: TARGET_SIZE, px: 1.5 },
  '& .MuiPickersCalendarHeader-label': {
    fontSize: `min(1.0938rem, ${CELL} * 0.42)`,
    whiteSpace: 'nowrap',
    overflowWrap: 'normal',
  },
  '& .MuiPickersCalendarHeader-root svg': { fontSize: `min(1.5rem, ${CELL} * 0.58)` },
  '& .MuiYearCalendar-root, & .MuiMonthCalendar-root': { width: '100%' },
  '& .MuiYearCalendar-button, & .MuiMonthCalendar-button': {
    width: `calc(${CELL} * 1.9)`,
    height: CELL,
    fontSize: `min(1.1875rem, ${CELL} * 0.5)`,
  },
  '& .MuiDayCalendar-weekDayLabel': {
    width: CELL,
    height: CELL,
    margin: 0,
    fontSize: `min(0.9375rem, ${CELL} * 0.45)`,
  },
  '& .MuiPickerDay-root': {
    '--PickerDay-size': CELL,
    '--PickerDay-horizontalMargin': '0px',
    margin: 0,
    fontSize: `min(1rem, ${CELL} * 0.45)`,
  },
  '& .MuiDayCalendar-slideTransition': { minHeight: `calc(${WEEKS_OF_MONTH} * ${CELL})` },
} as const

/** dayjs parses and formats such a text in local time, so the day does not change. */
function typedDay(value: string) {
  const { year, month, day } = partsOfDay(value)
  const padded = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(padded) ? dayjs(padded) : null
}
