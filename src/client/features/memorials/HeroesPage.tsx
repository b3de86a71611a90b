import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { preload } from 'react-dom'
import { cleanFilters, type ListFilters } from '@contract/list-parameters'
import { memorialApi, useGetHeroesQuery } from '@client/api/memorial-api'
import { SearchForm } from '@client/ui/FilterInput'
import { Page } from '@client/ui/Page'
import { SearchIcon } from '@client/ui/tool-icons'
import {
  isAnyFilterFilled,
  isSameFilters,
  listQuery,
  type ListUrl,
  SHOWN_BEFORE,
  useDebouncedFilters,
  useListUrl,
} from './list-query'
import { MemorialList } from './MemorialList'
import {
  ActiveFilters,
  BoxWithButton,
  LifeFilterInputs,
  MoreWithoutScript,
  NameFilterInputs,
  SearchBox,
  SortSelects,
} from './SearchFields'

/** Public memorials of those who fell in the special military operation, searched by name. */
export function HeroesPage() {
  const url = useListUrl()
  const result = useGetHeroesQuery(listQuery(url.state), SHOWN_BEFORE)
  const prefetch = memorialApi.usePrefetch('getHeroes')

  return (
    <Page title="Герои СВО">
      <HeroesQuotation />
      <HeroesSearch url={url} />
      <MemorialList
        url={url}
        result={result}
        emptyTitle="Герои не найдены"
        prefetchPage={(page) => prefetch(listQuery({ ...url.state, page }))}
      />
    </Page>
  )
}

const WORDS = 'Нет больше той любви, как если кто положит душу свою за друзей своих.'
/** Phones get only the region of the picture that they show. */
const PICTURES = {
  phone: { href: '/landing/heroes-phone.webp', media: '(max-width: 599.95px)' },
  wider: { href: '/landing/heroes.webp', media: '(min-width: 600px)' },
}
const SOURCE = 'Евангелие от Иоанна, 15:13'

/** A quotation over an evening field. */
function HeroesQuotation() {
  // A style sheet would start the download only at layout.
  for (const { href, media } of Object.values(PICTURES)) preload(href, { as: 'image', fetchPriority: 'high', media })
  return (
    <Banner>
      <blockquote>
        <p>«{WORDS}»</p>
      </blockquote>
      <figcaption>{SOURCE}</figcaption>
    </Banner>
  )
}

/** The picture is dark on the left, behind the text, and is decorative only. */
const Banner = styled('figure')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(1.5),
  // On a phone the text stands above the lantern, elsewhere next to it.
  minHeight: 300,
  margin: theme.spacing(3, 0, 0),
  padding: theme.spacing(4, 3),
  borderRadius: theme.shape.borderRadius,
  color: '#fffdf9',
  backgroundColor: '#1b2f33',
  backgroundImage: shaded(PICTURES.phone.href),
  backgroundSize: 'cover',
  backgroundPosition: '66% 60%',
  [theme.breakpoints.up('sm')]: {
    justifyContent: 'center',
    minHeight: 280,
    padding: theme.spacing(6, 7),
    backgroundImage: shaded(PICTURES.wider.href),
  },
  [theme.breakpoints.up('md')]: { marginTop: theme.spacing(4) },
  '& blockquote': { margin: 0 },
  '& p': { ...theme.typography.h3, maxWidth: '26ch', margin: 0, fontWeight: 400 },
  '& figcaption': { ...theme.typography.body2 },
  'html[data-contrast] &': { minHeight: 0, color: 'inherit', background: 'none', border: '1px solid currentcolor' },
  // On paper only the text remains.
  '@media print': { minHeight: 0, padding: 0, color: 'inherit', background: 'none' },
}))

function shaded(picture: string): string {
  return `linear-gradient(90deg, rgb(20 34 37 / 88%) 0%, rgb(20 34 37 / 72%) 55%, rgb(20 34 37 / 12%) 100%), url(${picture})`
}

/** The search box, the sort order, and filters behind a button. The filters are open if the URL has any. */
function HeroesSearch({ url }: { url: ListUrl }) {
  const filtersId = useId()
  const { typed, setTyped, search } = useDebouncedFilters(url)
  const [isOpen, setOpen] = useState(() => isFiltered(url.state))
  const [seen, setSeen] = useState<ListFilters>(url.state)

  if (!isSameFilters(url.state, seen)) {
    setSeen(url.state)
    // Not typed here: the URL was changed by Back or a link.
    const isFromUrl = !isSameFilters(url.state, cleanFilters(typed))
    if (isFromUrl && isFiltered(url.state)) setOpen(true)
  }

  return (
    <Box sx={{ my: { xs: 3, md: 4 } }}>
      <SearchForm onSearch={search}>
        <BoxWithButton>
          <SearchBox typed={typed} onType={setTyped} />
          <Button
            variant="outlined"
            startIcon={<SearchIcon />}
            aria-expanded={isOpen}
            aria-controls={filtersId}
            data-needs-script
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Скрыть поиск' : 'Поиск'}
          </Button>
          {!isOpen && <MoreWithoutScript targetId={filtersId}>Уточнить</MoreWithoutScript>}
        </BoxWithButton>
        {/* Hidden but not unmounted: typed values are still there when it opens again. */}
        <Paper
          id={filtersId}
          hidden={!isOpen}
          variant="outlined"
          sx={{ mt: 2, p: { xs: 2, sm: 3 }, '&:target': { display: 'block' } }}
        >
          <Box sx={FILTERS}>
            <NameFilterInputs typed={typed} onType={setTyped} />
          </Box>
          <LifeFilterInputs typed={typed} onType={setTyped} />
        </Paper>
        <Sorting data-open={isOpen || undefined}>
          <SortSelects url={url} />
        </Sorting>
      </SearchForm>
      <Box sx={{ '& .MuiChip-root': { mt: 2 } }}>
        <ActiveFilters filters={url.state} />
      </Box>
    </Box>
  )
}

/** Whether there are filters other than the search box. */
function isFiltered(filters: ListFilters): boolean {
  return isAnyFilterFilled({ ...filters, q: '' })
}

/** On a phone the sort order is behind the button too, so that the first names are visible without scrolling. */
const Sorting = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  marginTop: theme.spacing(2),
  [theme.breakpoints.down('sm')]: {
    '&:not([data-open], :target + *)': { display: 'none' },
  },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 230px))' },
}))

const FILTERS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
  gap: 2,
  mb: 2,
} as const
