import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import type { SortOrder } from '@contract/memorial'
import { FilterInput } from '@client/ui/FilterInput'
import { SortSelect } from '@client/ui/SortSelect'
import { TARGET_SIZE } from '@client/ui/styles'
import { useDebouncedSearch } from '@client/ui/use-debounced-search'
import type { ModerationAddress } from './use-moderation-address'

const ORDERS: Record<SortOrder, string> = { asc: 'Сначала старые', desc: 'Сначала новые' }

export interface ModerationFiltersProps {
  address: ModerationAddress
  /** The name of the memorial that the list is filtered by. Undefined while it is not known. */
  memorialName: string | undefined
}

/** Filters and order of the pending memories. */
export function ModerationFilters({ address: { state, filter }, memorialName }: ModerationFiltersProps) {
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
