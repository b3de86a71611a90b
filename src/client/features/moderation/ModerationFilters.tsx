import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { useCallback, useMemo } from 'react'
import type { To } from 'react-router-dom'
import { ID_MAX, SEARCH_MAX_LENGTH } from '@contract/limits'
import type { SortOrder } from '@contract/memorial'
import { FilterInput, SortSelect } from '@client/ui/FilterInput'
import { useLatestSearchParams } from '@client/ui/navigation'
import { TARGET_SIZE } from '@client/ui/styles'
import { useDebouncedSearch } from '@client/ui/use-debounced-search'

const ORDERS: Record<SortOrder, string> = { asc: 'Сначала старые', desc: 'Сначала новые' }

interface ModerationFiltersProps {
  url: ModerationUrl
  /** The name of the memorial that the list is filtered by. Undefined while it is not known. */
  memorialName: string | undefined
}

/** Filters and order of what waits. */
export function ModerationFilters({ url: { state, filter }, memorialName }: ModerationFiltersProps) {
  const { typed, setTyped, search } = useDebouncedSearch({
    searched: state.search,
    clean: (text) => text.trim(),
    isSame: Object.is,
    onSearch: (text) => filter({ search: text }),
  })
  const onlyPage = memorialName ? `Страница: ${memorialName}` : 'Одна страница'

  return (
    <Paper
      component="form"
      role="search"
      aria-label="Отбор воспоминаний"
      variant="outlined"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
      sx={{ p: { xs: 2, sm: 3 } }}
    >
      <Row>
        <FilterInput name="q" label="Поиск в тексте и подписи" value={typed} onChange={setTyped} />
        <SortSelect
          name="order"
          label="Порядок"
          options={ORDERS}
          value={state.order}
          onChange={(order) => filter({ order })}
        />
      </Row>
      <FormControlLabel
        control={
          <Checkbox
            checked={state.suspicious}
            onChange={(_event, suspicious) => filter({ suspicious })}
            slotProps={{ input: { name: 'contacts' } }}
          />
        }
        label="Со ссылками или телефонами"
        sx={{ mt: 1 }}
      />
      {state.memorialId !== undefined && (
        <Chip
          label={onlyPage}
          onClick={() => filter({ memorialId: undefined })}
          onDelete={() => filter({ memorialId: undefined })}
          aria-label={`${onlyPage}. Показать все страницы`}
          sx={{ minHeight: TARGET_SIZE, fontSize: '1rem' }}
        />
      )}
    </Paper>
  )
}

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '2fr 1fr' },
}))

/** The filters of the pending memories. */
interface PendingFilters {
  memorialId: number | undefined
  /** Searched in the text and the author. */
  search: string
  /** Only memories with links or phone numbers. */
  suspicious: boolean
  order: SortOrder
}

export interface ModerationState extends PendingFilters {
  /** Starts at 1. */
  page: number
}

const NO_FILTERS = { memorialId: undefined, search: '', suspicious: false } as const

const KEYS = { memorialId: 'memorial', search: 'q', suspicious: 'contacts', order: 'order', page: 'page' } as const
const YES = '1'

/** Reads the state from the URL. Invalid parameters are ignored. */
function readModerationParameters(params: URLSearchParams): ModerationState {
  return {
    memorialId: positive(params.get(KEYS.memorialId)),
    search: (params.get(KEYS.search) ?? '').trim().slice(0, SEARCH_MAX_LENGTH),
    suspicious: params.get(KEYS.suspicious) === YES,
    order: params.get(KEYS.order) === 'desc' ? 'desc' : 'asc',
    page: positive(params.get(KEYS.page)) ?? 1,
  }
}

/** Returns the parameters with this state. Other parameters stay. */
function writeModerationParameters(params: URLSearchParams, state: ModerationState): URLSearchParams {
  const result = new URLSearchParams(params)
  const values: Record<keyof ModerationState, string | undefined> = {
    memorialId: state.memorialId?.toString(),
    search: state.search || undefined,
    suspicious: state.suspicious ? YES : undefined,
    order: state.order === 'desc' ? 'desc' : undefined,
    page: state.page > 1 ? String(state.page) : undefined,
  }
  for (const [name, value] of Object.entries(values) as [keyof ModerationState, string | undefined][]) {
    if (value === undefined) result.delete(KEYS[name])
    else result.set(KEYS[name], value)
  }
  return result
}

export function hasFilters({ memorialId, search, suspicious }: PendingFilters): boolean {
  return memorialId !== undefined || search !== '' || suspicious
}

function positive(text: string | null): number | undefined {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= ID_MAX ? number : undefined
}

/** The id of the panel, used as the hash in links to it. */
export const MODERATION_ID = 'moderation'

/** The filters, order and page of the list, stored in the URL. A change of filters or order goes back to page 1. */
export interface ModerationUrl {
  state: ModerationState
  pageUrl: (page: number) => To
  filter: (filters: Partial<PendingFilters>) => void
  reset: () => void
  /** Goes to another page when the current one has become empty. */
  replacePage: (page: number) => void
}

export function useModerationUrl(): ModerationUrl {
  const [params, setParams] = useLatestSearchParams()
  const state = useMemo(() => readModerationParameters(params), [params])

  const change = useCallback(
    (changed: Partial<ModerationState>) =>
      setParams((current) => writeModerationParameters(current, { ...readModerationParameters(current), ...changed }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  )

  return useMemo(
    () => ({
      state,
      pageUrl: (page) => ({
        search: writeModerationParameters(params, { ...state, page }).toString(),
        hash: MODERATION_ID,
      }),
      filter: (filters) => change({ ...filters, page: 1 }),
      reset: () => change({ ...NO_FILTERS, page: 1 }),
      replacePage: (page) => change({ page }),
    }),
    [state, params, change],
  )
}
