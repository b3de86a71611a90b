import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { daysLater, FORTIETH_DAY_AFTER, isDay, moscowDay, NINTH_DAY_AFTER } from '@contract/days'
import type { MemorialCard } from '@contract/memorial'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import { countedOnOneLine, YEARS } from '@contract/plurals'
import { dayOfYearInWords } from '@contract/shown-days'
import { useGetMyMemorialsQuery } from '@client/api/memorial-api'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { TARGET_SIZE } from '@client/ui/styles'
import { CalendarSubscription } from './CalendarSubscription'

/** So many days fit on the screen of a phone. */
const DAYS_SHOWN = 12
const LEAP_DAY = '02-29'

/** «Дни» of the cabinet: the next days of remembrance of all own memorials, and their calendar. */
export function CabinetDays() {
  const { data, isError, refetch } = useGetMyMemorialsQuery()
  const days = data && upcomingDays(data).slice(0, DAYS_SHOWN)
  return (
    <>
      <Section spacing="small" title="Ближайшие дни">
        {!days && isError && <LoadFailed onRetry={() => void refetch()}>Ошибка загрузки данных</LoadFailed>}
        {!days && !isError && (
          <Loading>
            <Skeleton animation={false} variant="rounded" height={3 * TARGET_SIZE} />
          </Loading>
        )}
        {days?.length === 0 && (
          <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
            Здесь будут дни рождения и дни памяти с ваших страниц, если известны число и месяц.
          </Typography>
        )}
        {days && days.length > 0 && (
          <Box component="ul" sx={LIST}>
            {days.map((next) => (
              <li key={`${next.memorial.id} ${next.what}`}>
                <UpcomingDay {...next} />
              </li>
            ))}
          </Box>
        )}
      </Section>
      <CalendarSubscription />
    </>
  )
}

const LIST = {
  listStyle: 'none',
  m: 0,
  p: 0,
  maxWidth: 760,
  '& > li': { py: 1.25, borderTop: 1, borderColor: 'divider' },
} as const

interface Upcoming {
  memorial: MemorialCard
  /** YYYY-MM-DD */
  day: string
  /** 80 лет со дня смерти */
  what: string
}

/** «9 мая — 80 лет со дня смерти: Ольхов Иван». Today and tomorrow are called so. */
export function UpcomingDay({ memorial, day, what }: Upcoming) {
  return (
    <>
      <b>{nearDay(day)}</b> — {what}:{' '}
      <Link component={RouterLink} to={paths.memorial(memorial.id)}>
        {fullName(memorial)}
      </Link>
    </>
  )
}

function nearDay(day: string): string {
  const today = moscowDay()
  if (day === today) return 'Сегодня'
  return day === daysLater(today, 1) ? 'Завтра' : dayOfYearInWords(day)
}

/**
 * The days of remembrance from `today` (YYYY-MM-DD) on, the nearest first: birthdays and days of death within a year, the
 * ninth and the fortieth day. Dates that are not known to the day have none.
 */
export function upcomingDays(memorials: readonly MemorialCard[], today: string = moscowDay()): Upcoming[] {
  return memorials.flatMap((memorial) => daysOf(memorial, today)).sort((one, other) => one.day.localeCompare(other.day))
}

function daysOf(memorial: MemorialCard, today: string): Upcoming[] {
  const birth = memorial.birth_precision === 'day' ? memorial.birth_date : null
  const death = memorial.death_precision === 'day' ? memorial.death_date : null
  const once = (after: number, what: string) =>
    death && isDay(death) && daysLater(death, after) >= today ? [{ memorial, day: daysLater(death, after), what }] : []
  const yearly = (first: string | null, ofWhat: string) => {
    if (!first || !isDay(first)) return []
    const day = nextAnniversary(first, today)
    const years = Number(day.slice(0, 4)) - Number(first.slice(0, 4))
    return years > 0 ? [{ memorial, day, what: `${countedOnOneLine(years, YEARS)} со\u00a0дня ${ofWhat}` }] : []
  }
  return [
    ...yearly(birth, 'рождения'),
    ...yearly(death, 'смерти'),
    ...once(NINTH_DAY_AFTER, 'девятый день'),
    ...once(FORTIETH_DAY_AFTER, 'сороковой день'),
  ]
}

/** The first anniversary on or after `today`. 29 February is remembered on the last day of the month, as in letters. */
function nextAnniversary(first: string, today: string): string {
  const inYear = (year: number) => {
    const day = `${year}-${first.slice(5)}`
    return first.endsWith(LEAP_DAY) && !isDay(day) ? `${year}-02-28` : day
  }
  const thisYear = Number(today.slice(0, 4))
  return inYear(thisYear) >= today ? inYear(thisYear) : inYear(thisYear + 1)
}
