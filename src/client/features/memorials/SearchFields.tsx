import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { type PropsWithChildren, useId, useState } from 'react'
import { SEARCH_MAX_LENGTH } from '@contract/limits'
import { type ListFilters, type ListState, NO_CHOICE, writeListParameters } from '@contract/list-parameters'
import type { SortField, SortOrder } from '@contract/memorial'
import { MEMORIAL_LABELS, NAME_FILTERS } from '@contract/memorial-terms'
import { FilterInput, SearchForm, SortSelect } from '@client/ui/FilterInput'
import { CachedFragment } from '@client/ui/cached-fragment'
import { TARGET_SIZE } from '@client/ui/styles'
import { isAnyFilterFilled, type ListUrl, useDebouncedFilters } from './list-query'

/** The search box; name fields and sort order, which on a phone are behind «Уточнить»; years and place, which always are. */
export function SearchPanel({ url }: { url: ListUrl }) {
  const moreId = useId()
  const { typed, setTyped, search } = useDebouncedFilters(url)
  const [isOpen, setOpen] = useState(() => usesMoreThanBox(url.state))

  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <SearchForm onSearch={search}>
        <BoxWithButton>
          <SearchBox typed={typed} onType={setTyped} />
          <CachedFragment name="more" deps={[isOpen, moreId]}>
            <Button
              variant="outlined"
              aria-expanded={isOpen}
              aria-controls={moreId}
              data-needs-script
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Скрыть' : 'Уточнить'}
            </Button>
            {!isOpen && <MoreWithoutScript targetId={moreId}>Уточнить</MoreWithoutScript>}
          </CachedFragment>
        </BoxWithButton>
        <More id={moreId} data-open={isOpen || undefined}>
          <Parts>
            <NameFilterInputs typed={typed} onType={setTyped} />
            <SortSelects url={url} />
          </Parts>
          <div hidden={!isOpen} data-without-script>
            <LifeFilterInputs typed={typed} onType={setTyped} />
          </div>
        </More>
      </SearchForm>
      <Box sx={{ '& .MuiChip-root': { mt: 2 } }}>
        <ActiveFilters filters={url.state} />
      </Box>
    </Paper>
  )
}

function usesMoreThanBox(state: ListState): boolean {
  const { q, page } = state
  return writeListParameters(state).toString() !== writeListParameters({ ...NO_CHOICE, q, page }).toString()
}

const More = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  marginTop: theme.spacing(2),
  '& > [hidden]': { display: 'none' },
  [theme.breakpoints.down('md')]: { '&:not([data-open], :target)': { display: 'none' } },
}))

const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    '& > *': { gridColumn: 'span 2' },
    '& > :nth-of-type(n + 4)': { gridColumn: 'span 3' },
  },
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    '& > *, & > :nth-of-type(n + 4)': { gridColumn: 'auto' },
  },
  'html[data-letters] &': {
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(11rem, 100%), 1fr))',
    '& > *, & > :nth-of-type(n + 4)': { gridColumn: 'auto' },
  },
}))

/** The search box: names and years in any order. */
export function SearchBox({ typed, onType }: FiltersProps) {
  return (
    <FilterInput
      name="q"
      type="search"
      label="Кого вы ищете"
      placeholder="Имя, год, город"
      maxLength={SEARCH_MAX_LENGTH}
      value={typed.q}
      onChange={(q) => onType({ ...typed, q })}
    />
  )
}

/** The search box with a button next to it that shows more. */
export const BoxWithButton = styled('div')(({ theme }) => ({
  display: 'grid',
  alignItems: 'end',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  '& > .MuiButton-root': { minHeight: TARGET_SIZE, paddingInline: theme.spacing(2) },
  [theme.breakpoints.down('sm')]: {
    gap: theme.spacing(1),
    '& > .MuiButton-root': { paddingInline: theme.spacing(1.25) },
  },
  // With larger letters only a few of them would fit the box next to the button.
  '@media (max-width: 400px)': { 'html[data-letters] &': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}))

/** Replaces the button without scripts: its target is shown while the URL names it (`:target`). */
export function MoreWithoutScript({ targetId, children }: PropsWithChildren<{ targetId: string }>) {
  return (
    <Button component="a" href={`#${targetId}`} variant="outlined" hidden data-without-script>
      {children}
    </Button>
  )
}

interface FiltersProps {
  typed: ListFilters
  onType: (typed: ListFilters) => void
}

/** The three name fields by which lists are searched. Their parent lays them out. */
export function NameFilterInputs({ typed, onType }: FiltersProps) {
  return NAME_FILTERS.map((filter) => (
    <FilterInput
      key={filter}
      name={filter}
      label={MEMORIAL_LABELS[filter]}
      value={typed[filter]}
      onChange={(text) => onType({ ...typed, [filter]: text })}
    />
  ))
}

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

/**
 * The default choice. Until the bundle has loaded, the browser submits the form itself, with this value: a search with the
 * search box must not request an order by last name then.
 */
const NOTHING_CHOSEN = ''
const BY_SURNAME = 'По фамилии'
const BY_DATES = { birth_date: 'По дате рождения', death_date: 'По дате смерти' }
type Choice = SortField | typeof NOTHING_CHOSEN
const OPTIONS: Partial<Record<Choice, string>> = { [NOTHING_CHOSEN]: BY_SURNAME, ...BY_DATES }
const OPTIONS_OF_BOX: Partial<Record<Choice, string>> = {
  [NOTHING_CHOSEN]: 'По сходству',
  lastname: BY_SURNAME,
  ...BY_DATES,
}
const ALPHABETICAL: Record<SortOrder, string> = { asc: 'От А до Я', desc: 'От Я до А' }
/** The best matches come first in both orders: the order applies to equal matches. */
const AFTER_LIKENESS: Record<SortOrder, string> = { asc: 'Затем от А до Я', desc: 'Затем от Я до А' }
const BY_TIME: Record<SortOrder, string> = { asc: 'Сначала давние', desc: 'Сначала недавние' }

/** The field by which a list is sorted, and the direction. Their parent lays them out. */
export function SortSelects({ url: { state, sort } }: { url: ListUrl }) {
  const sortBy = state.sort_by ?? NOTHING_CHOSEN
  return (
    <>
      <SortSelect<Choice>
        name="sort_by"
        label="Сортировка"
        options={state.q ? OPTIONS_OF_BOX : OPTIONS}
        value={sortBy}
        onChange={(chosen) => sort({ sort_by: chosen || undefined })}
      />
      <SortSelect
        name="sort_order"
        label="Порядок"
        options={ordersOf(sortBy, state.q)}
        value={state.sort_order}
        onChange={(sort_order) => sort({ sort_order })}
      />
    </>
  )
}

function ordersOf(sortBy: Choice, q: string): Record<SortOrder, string> {
  if (sortBy === NOTHING_CHOSEN) return q ? AFTER_LIKENESS : ALPHABETICAL
  return sortBy === 'lastname' ? ALPHABETICAL : BY_TIME
}

/** Says that the list is filtered. */
export function ActiveFilters({ filters }: { filters: ListFilters }) {
  return (
    <div role="status">
      {isAnyFilterFilled(filters) && (
        <CachedFragment name="filtered">
          <Chip label="Фильтры активны" color="secondary" variant="outlined" />
        </CachedFragment>
      )}
    </div>
  )
}
