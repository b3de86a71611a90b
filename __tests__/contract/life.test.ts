import { lifeInYears } from '@contract/life'
import type { Precision } from '@contract/memorial-terms'

it.each<[string | null, Precision, string | null, Precision, string]>([
  ['1912-05-09', 'day', '1993-02-08', 'day', '1912 — 1993'],
  ['1912-05-01', 'month', '1993-01-01', 'year', '1912 — 1993'],
  ['1912-01-01', 'about', '1993-02-08', 'day', 'около 1912 — 1993'],
  [null, 'unknown', '1993-01-01', 'about', 'ум. около 1993'],
  ['1912-05-09', 'day', null, 'unknown', 'род. 1912'],
  [null, 'unknown', null, 'unknown', ''],
])(
  'tells the years of a life from %s (%s) to %s (%s)',
  (birth_date, birth_precision, death_date, death_precision, told) => {
    const years = lifeInYears({ birth_date, birth_precision, death_date, death_precision })
    expect(years.replaceAll('\u00a0', ' ')).toBe(told)
  },
)
