import { PAGE_SIZE } from '@contract/limits'
import { CardGrid } from '@client/ui/CardGrid'
import { Loading } from '@client/ui/Loading'
import { MemorialCardSkeleton } from '@client/ui/MemorialCardSkeleton'

export const LIST_LOADING = 'Загрузка мемориалов...'

/** As many empty cards as a page holds, so that nothing jumps when they fill. */
export function MemorialListLoading() {
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
