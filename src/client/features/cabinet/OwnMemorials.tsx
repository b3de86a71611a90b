import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, Navigate } from 'react-router-dom'
import { MY_MEMORIALS_PAGE_SIZE, SEARCH_MAX_LENGTH } from '@contract/limits'
import type { Memorial, MyMemorialsPage } from '@contract/memorial'
import { CLOSED_BY_TEXTS } from '@contract/memorial-terms'
import { paths } from '@contract/paths'
import { counted, MEMORIALS, PAGES, PAGES_TO_CREATE } from '@contract/plurals'
import { memorialApi } from '@client/api/memorial-api'
import { useAccount } from '@client/store/use-account'
import { CardGrid } from '@client/ui/CardGrid'
import { EmptyState, LoadFailed, Loading } from '@client/ui/Loading'
import { FilterInput, NotAllShown, SearchForm } from '@client/ui/FilterInput'
import { FOCUS_AREA, passFocusUp } from '@client/ui/focus'
import { MemorialCard, MemorialCardSkeleton } from '@client/ui/MemorialCard'
import { Pagination } from '@client/ui/Pagination'
import { PinNeeded } from '@client/ui/PinNeeded'
import { TARGET_SIZE } from '@client/ui/styles'
import { useDebouncedSearch } from '@client/ui/use-debounced-search'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import {
  cleanQuestion,
  type OwnMemorialsUrl,
  ownMemorialsQuery,
  useOwnMemorialsUrl,
  useOwnMemorialsPage,
} from './use-own-memorials-page'

const LOAD_FAILED = 'Ошибка загрузки данных'

/**
 * One page of the memorials that the account owns or keeps, public and closed, with a search if there are more. While another
 * page loads, this one stays, paler.
 */
export function OwnMemorials() {
  const url = useOwnMemorialsUrl()
  const query = useOwnMemorialsPage()
  const renew = useMediaRefetch(query)
  // `data` may still belong to the previous URL.
  const { currentData: found, data: foundBefore, isError, refetch } = query
  const shown = found ?? foundBefore
  const isFailed = isError && !found

  if (!shown) return isFailed ? <Failed onRetry={refetch} /> : <OwnMemorialsLoading />
  if (shown.in_all.pages === 0) {
    return (
      <EmptyState
        title="Здесь пока нет мемориалов"
        hint="Создайте первую страницу памяти: это займёт несколько минут."
      />
    )
  }

  const isSearched = url.q !== '' || shown.in_all.pages > MY_MEMORIALS_PAGE_SIZE
  return (
    <Box {...FOCUS_AREA}>
      <ClosedToOthers closed={shown.in_all.own_closed} />
      {isSearched && (
        <>
          <OwnMemorialsSearch url={url} />
          <Typography role="status" color="textSecondary" sx={COUNT}>
            {!isFailed && countText(found?.total, url.q)}
          </Typography>
          {url.q && shown.total > 0 && <NotAllShown showAll={() => url.search('')} />}
        </>
      )}
      {isFailed ? (
        <Failed onRetry={refetch} />
      ) : (
        <Found shown={shown} isLeaving={!found} url={url} onBrokenFile={renew} />
      )}
    </Box>
  )
}

const COUNT = {
  minHeight: TARGET_SIZE,
  my: 1,
  display: 'flex',
  alignItems: 'center',
  '&:empty': { display: 'none' },
} as const

function countText(total: number | undefined, q: string): string {
  if (total === undefined) return 'Загрузка мемориалов...'
  return q ? `Найдено: ${counted(total, MEMORIALS)}` : counted(total, MEMORIALS)
}

interface FoundProps {
  shown: MyMemorialsPage
  /** Other memorials are loading and will replace these. */
  isLeaving: boolean
  url: OwnMemorialsUrl
  onBrokenFile: ReturnType<typeof useMediaRefetch>
}

function Found({ shown, isLeaving, url, onBrokenFile }: FoundProps) {
  const prefetch = memorialApi.usePrefetch('getMyMemorialsPage')
  const { q, page, pageUrl } = url

  if (shown.total === 0) return isLeaving ? <OwnMemorialsLoading /> : <NothingFound onReset={() => url.search('')} />
  const pageCount = Math.ceil(shown.total / MY_MEMORIALS_PAGE_SIZE)
  // The URL is from a time when there were more pages.
  if (!isLeaving && page > pageCount) return <Navigate to={pageUrl(pageCount)} replace />

  return (
    <>
      <CardGrid onErrorCapture={onBrokenFile} aria-busy={isLeaving} sx={{ opacity: isLeaving ? 0.5 : 1 }}>
        {shown.result.map((memorial) => (
          <li key={memorial.id}>
            <MemorialCard
              memorial={memorial}
              isClosed={!memorial.public_status}
              {...(q && { searched: q.split(/[\s\p{Pd}]+/u) })}
            >
              <Typography variant="body2" color="textSecondary">
                {statesOf(memorial).join(' · ')}
              </Typography>
              {isBare(memorial) && (
                <Link
                  component={RouterLink}
                  to={paths.firstEveningOf(memorial.id)}
                  sx={{ display: 'inline-block', py: 1 }}
                >
                  Рассказать дальше
                </Link>
              )}
              {memorial.closed_reason && (
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {`Причина: ${memorial.closed_reason}`}
                </Typography>
              )}
            </MemorialCard>
          </li>
        ))}
      </CardGrid>
      <Pagination
        page={page}
        count={pageCount}
        pageUrl={pageUrl}
        onPageHover={(other) => prefetch(ownMemorialsQuery(q, other))}
      />
    </>
  )
}

/** There is little more than a name on it yet. */
function isBare({ photo_path, biography }: Memorial): boolean {
  return !photo_path && !biography
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState title="Ничего не найдено" hint="Проверьте, как написано имя, или введите только его начало.">
      <Button ref={passFocusUp} variant="outlined" onClick={onReset}>
        Показать все
      </Button>
    </EmptyState>
  )
}

/** `closed`: how many of the account's own pages are closed, on all pages of the list. */
function ClosedToOthers({ closed }: { closed: number }) {
  const { user } = useAccount()
  if (closed === 0 || user?.has_pin !== false) return null
  return (
    <Box sx={{ mb: 3 }}>
      <PinNeeded>Чтобы ваши закрытые страницы могли открыть близкие, установите PIN-код.</PinNeeded>
    </Box>
  )
}

function statesOf({ public_status, swo_status, profile_rate, role, closed_by }: Memorial): string[] {
  return [
    closed_by ? CLOSED_BY_TEXTS[closed_by] : public_status ? 'Публичная' : 'Закрытая',
    ...(swo_status ? ['Герой СВО'] : []),
    profile_rate,
    ...(role === 'keeper' ? ['Вы храните её вместе с владельцем'] : []),
  ]
}

function Failed({ onRetry }: { onRetry: () => unknown }) {
  return <LoadFailed onRetry={() => void onRetry()}>{LOAD_FAILED}</LoadFailed>
}

function OwnMemorialsLoading() {
  return (
    <Loading>
      <CardGrid>
        <li>
          <MemorialCardSkeleton />
        </li>
      </CardGrid>
    </Loading>
  )
}

/** The search of the account's own memorials by name and years. */
function OwnMemorialsSearch({ url }: { url: OwnMemorialsUrl }) {
  const { typed, setTyped, search } = useDebouncedSearch({
    searched: url.q,
    clean: cleanQuestion,
    isSame: Object.is,
    onSearch: url.search,
  })

  return (
    <SearchForm onSearch={search}>
      <FilterInput
        name="q"
        type="search"
        label="Найти среди ваших страниц"
        placeholder="Фамилия, имя, годы, место"
        maxLength={SEARCH_MAX_LENGTH}
        value={typed}
        onChange={setTyped}
      />
    </SearchForm>
  )
}

/** How many pages an account has, and how many more it may create. */
function placesText(own: number, most: number): string {
  if (own === 0) return `Можно создать ${counted(most, PAGES_TO_CREATE)}.`
  const have = `У вас ${counted(own, PAGES)}`
  return own < most ? `${have}, можно создать ещё ${most - own}.` : `${have}.`
}

/** How many memorials the account has and may have, and a button to create one below the limit. */
export function NewMemorial({ maxMemorials }: { maxMemorials: number }) {
  const { data: mine } = useOwnMemorialsPage()
  // Memorials of other owners do not count towards the limit.
  const own = mine?.in_all.own
  const isFull = own !== undefined && own >= maxMemorials

  return (
    <Box sx={{ mt: 2, mb: 4 }}>
      <Typography color="textSecondary" sx={{ minHeight: 29 }}>
        {own !== undefined && placesText(own, maxMemorials)}
      </Typography>
      {isFull ? (
        <Typography sx={{ mt: 1, maxWidth: '60ch' }}>
          Свободных мест больше нет. Как получить ещё одно, рассказано на странице{' '}
          <Link component={RouterLink} to={paths.tariffs}>
            «Тарифы и цены»
          </Link>
          .
        </Typography>
      ) : (
        <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button component={RouterLink} to={paths.createMemorial} variant="contained" size="large">
            Создать мемориал
          </Button>
          <Button component={RouterLink} to={paths.importMemorials} variant="outlined" size="large">
            Перенести из файла
          </Button>
        </Box>
      )}
    </Box>
  )
}
