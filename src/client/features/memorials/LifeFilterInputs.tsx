import { styled } from '@mui/material/styles'
import { SEARCH_MAX_LENGTH } from '@contract/limits'
import { FilterInput } from '@client/ui/FilterInput'
import type { FiltersProps } from './NameFilterInputs'

const YEARS = [
  ['Год рождения', 'birth_year_from', 'birth_year_to'],
  ['Год смерти', 'death_year_from', 'death_year_to'],
] as const

/** Filters by years of life and by the place of burial. */
export function LifeFilterInputs({ typed, onType }: FiltersProps) {
  return (
    <Fields>
      {YEARS.map(([label, from, to]) => (
        <Range key={from}>
          {[[from, `${label}, от`] as const, [to, 'до'] as const].map(([filter, text]) => (
            <FilterInput
              key={filter}
              name={filter}
              label={text}
              {...(filter === to && { fullLabel: `${label}, до` })}
              inputMode="numeric"
              maxLength={4}
              value={typed[filter]}
              onChange={(year) => onType({ ...typed, [filter]: year })}
            />
          ))}
        </Range>
      ))}
      <FilterInput
        name="place"
        label="Место захоронения"
        placeholder="Город или кладбище"
        maxLength={SEARCH_MAX_LENGTH}
        value={typed.place}
        onChange={(place) => onType({ ...typed, place })}
      />
    </Fields>
  )
}

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > :last-child': { gridColumn: '1 / -1' },
  },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '& > :last-child': { gridColumn: 'auto' },
  },
}))

const Range = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'end',
  gap: theme.spacing(1.5),
}))
