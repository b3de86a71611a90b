import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Navigate } from 'react-router-dom'
import { PAGE_SIZE } from '@contract/limits'
import type { MemorialPage } from '@contract/memorial'
import { memorialApi } from '@client/api/memorial-api'
import { counted, MEMORIALS } from '@contract/plurals'
import { EmptyState, LoadFailed, Loading } from '@client/ui/Loading'
import { MemorialCardGrid } from '@client/ui/MemorialCardGrid'
import { Pagination } from '@client/ui/Pagination'
import { TARGET_SIZE } from '@client/ui/styles'
import { CardGrid } from '@client/ui/CardGrid'
import { MemorialCardSkeleton } from '@client/ui/MemorialCard'
import { type ListUrl, searchedWords } from './list-query'

const LIST_FAILED = 'Ошибка загрузки данных. Пожалуйста, попробуйте позже.'
const EMPTY_HINT = 'По вашему запросу ничего не найдено. Попробуйте изменить параметры поиска.'
const EMPTY_ADVICE = 'Попробуйте одну фамилию или другой год.'

export interface MemorialListProps {
  url: ListUrl
  /** The query's result: `currentData` belongs to this URL, `data` may still belong to the previous one. */
  result: { data?: MemorialPage; currentData?: MemorialPage; isError: boolean; refetch: () => unknown }
  /** The title if nothing is found. */
  emptyTitle: string
  /** Called when the visitor is likely to open this page of the list next. */
  prefetchPage: (page: number) => void
}

/** A page of memorials as cards, with links to the other pages. While the next page loads, this one stays, paler. */
export function MemorialList({ url, result, emptyTitle, prefetchPage }: MemorialListProps) {
  const prefetchMemorial = memorialApi.usePrefetch('getMemorial')
  const { currentData: found, data: foundBefore, isError, refetch } = result
  const shown = found ?? foundBefore

  // A loaded list stays when a refetch fails.
  if (isError && !found) return <LoadFailed onRetry={() => void refetch()}>{LIST_FAILED}</LoadFailed>
  if (!shown || (!found && shown.total === 0)) return <MemorialListLoading />
  if (shown.total === 0) return <NothingFound title={emptyTitle} onReset={url.reset} />

  const pageCount = Math.ceil(shown.total / PAGE_SIZE)
  // The URL is from a time when there were more pages.
  if (found && url.state.page > pageCount) return <Navigate to={url.pageUrl(pageCount)} replace />

  return (
    <>
      <Typography
        role="status"
        color="textSecondary"
        sx={{ minHeight: TARGET_SIZE, display: 'flex', alignItems: 'center' }}
      >
        {found ? counted(found.total, MEMORIALS) : LIST_LOADING}
      </Typography>
      {(shown.forgiving || shown.left_out) && (
        <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>{howFound(shown)}</Typography>
      )}
      <MemorialCardGrid
        memorials={shown.result}
        searched={searchedWords(url.state).filter((word) => word !== shown.left_out)}
        onCardHover={prefetchMemorial}
        isLeaving={!found}
        isAtTop
      />
      <Pagination page={url.state.page} count={pageCount} pageUrl={url.pageUrl} onPageHover={prefetchPage} />
    </>
  )
}

/** These are not exactly who was asked for. */
function howFound({ left_out, forgiving }: MemorialPage): string {
  if (!left_out) return 'Точно такого имени нет. Возможно, вы искали:'
  const without = `Со всеми словами никого нет. Без «${left_out}» `
  return without + (forgiving ? 'похожи:' : 'нашлись:')
}

function NothingFound({ title, onReset }: { title: string; onReset: () => void }) {
  return (
    <EmptyState title={title} hint={EMPTY_HINT} advice={EMPTY_ADVICE}>
      <Button variant="outlined" onClick={onReset}>
        Сбросить фильтры
      </Button>
    </EmptyState>
  )
}

const LIST_LOADING = 'Загрузка мемориалов...'

/** As many empty cards as a page has, so that nothing jumps when they fill. */
function MemorialListLoading() {
  return (
    <Loading text={LIST_LOADING}>
      <CardGrid>
        {Array.from({ length: PAGE_SIZE }, (_nothing, index) => (
          <li key={index}>
            <MemorialCardSkeleton />
          </li>
        ))}
      </CardGrid>
    </Loading>
  )
}
