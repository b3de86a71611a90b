import { aMemorialCard } from '@support/factories'
import { upcomingDays } from '@client/features/cabinet/CabinetDays'

const TODAY = '2026-12-01'
const known = { birth_precision: 'day', death_precision: 'day' } as const

function daysOf(...cards: Parameters<typeof aMemorialCard>[0][]): string[] {
  return upcomingDays(
    cards.map((card, index) => aMemorialCard({ id: index + 1, ...known, ...card })),
    TODAY,
  ).map(({ day, what }) => `${day} ${what}`)
}

it('orders the days of all pages from today on, past ones in the next year', () => {
  expect(
    daysOf(
      { birth_date: '1920-11-30', death_date: '1990-12-01' },
      { birth_date: '1921-12-24', death_date: '2000-05-09' },
    ),
  ).toEqual([
    '2026-12-01 36\u00a0лет со\u00a0дня смерти',
    '2026-12-24 105\u00a0лет со\u00a0дня рождения',
    '2027-05-09 27\u00a0лет со\u00a0дня смерти',
    '2027-11-30 107\u00a0лет со\u00a0дня рождения',
  ])
})

it('has the ninth and the fortieth day once', () => {
  expect(daysOf({ birth_date: null, birth_precision: 'unknown', death_date: '2026-11-23' })).toEqual([
    '2026-12-01 девятый день',
    '2027-01-01 сороковой день',
    '2027-11-23 1\u00a0год со\u00a0дня смерти',
  ])
})

it('remembers 29 February on the last day of the month', () => {
  expect(daysOf({ birth_date: '1924-02-29', death_date: null, death_precision: 'unknown' })).toEqual([
    '2027-02-28 103\u00a0года со\u00a0дня рождения',
  ])
})

it('leaves out dates that are not known to the day', () => {
  expect(
    daysOf({ birth_date: '1924-01-01', birth_precision: 'year', death_date: '1990-01-01', death_precision: 'about' }),
  ).toEqual([])
})
