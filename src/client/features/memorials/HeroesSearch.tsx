import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useId, useState } from 'react'
import { ActiveFilters } from './ActiveFilters'
import { cleanFilters, isAnyFilterFilled, isSameFilters, type NameFilters } from './list-address'
import { NameFilterInputs } from './NameFilterInputs'
import { SearchForm } from './SearchForm'
import { SortSelects } from './SortSelects'
import type { ListAddress } from './use-list-address'
import { useDebouncedFilters } from './use-debounced-filters'

/** The order of the list, and filters by name behind a button. They stand open at an address that has some. */
export function HeroesSearch({ address }: { address: ListAddress }) {
  const filtersId = useId()
  const formId = useId()
  const { typed, setTyped, search } = useDebouncedFilters(address)
  const [isOpen, setOpen] = useState(() => isAnyFilterFilled(address.state))
  const [seen, setSeen] = useState<NameFilters>(address.state)

  if (!isSameFilters(address.state, seen)) {
    setSeen(address.state)
    // Not typed here: the address was changed by Back or a link.
    const isFromAddress = !isSameFilters(address.state, cleanFilters(typed))
    if (isFromAddress && isAnyFilterFilled(address.state)) setOpen(true)
  }

  return (
    <Box sx={{ my: { xs: 3, md: 4 } }}>
      <Box sx={BAR}>
        <Box sx={TOGGLE}>
          <Button
            variant="outlined"
            startIcon={<SearchIcon />}
            aria-expanded={isOpen}
            aria-controls={filtersId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Скрыть поиск' : 'Поиск'}
          </Button>
          <ActiveFilters filters={address.state} />
        </Box>
        <Box sx={SORTING}>
          <SortSelects address={address} formId={formId} />
        </Box>
      </Box>
      {/* Hidden but not unmounted: what was typed is still there when it opens again. */}
      <Paper id={filtersId} hidden={!isOpen} data-without-script variant="outlined" sx={{ mt: 2, p: { xs: 2, sm: 3 } }}>
        <SearchForm id={formId} onSearch={search}>
          <Box sx={FILTERS}>
            <NameFilterInputs typed={typed} onType={setTyped} />
          </Box>
        </SearchForm>
      </Paper>
    </Box>
  )
}

const BAR = {
  display: 'flex',
  flexDirection: { xs: 'column', md: 'row' },
  justifyContent: 'space-between',
  alignItems: { xs: 'stretch', md: 'flex-end' },
  gap: 2,
} as const

const TOGGLE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 } as const

const SORTING = {
  display: 'grid',
  // Beside each other only where their longest words fit.
  gridTemplateColumns: { xs: 'repeat(auto-fit, minmax(188px, 1fr))', md: 'repeat(2, 230px)' },
  gap: 2,
} as const

const FILTERS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
  gap: 2,
} as const
