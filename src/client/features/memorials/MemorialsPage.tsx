import Box from '@mui/material/Box'
import { memorialApi, useGetPublicMemorialsQuery } from '@client/api/memorial-api'
import { Page } from '@client/ui/Page'
import { listQuery, SHOWN_BEFORE, useListUrl } from './list-query'
import { MemorialList } from './MemorialList'
import { SearchPanel } from './SearchFields'

/** All public memorials, searched by name. */
export function MemorialsPage() {
  const url = useListUrl()
  const result = useGetPublicMemorialsQuery(listQuery(url.state), SHOWN_BEFORE)
  const prefetch = memorialApi.usePrefetch('getPublicMemorials')

  return (
    <Page title="Мемориалы" lead="Страницы памяти, открытые для всех.">
      <Box sx={{ my: { xs: 3, md: 4 } }}>
        <SearchPanel url={url} />
      </Box>
      <MemorialList
        url={url}
        result={result}
        emptyTitle="Мемориалы не найдены"
        prefetchPage={(page) => prefetch(listQuery({ ...url.state, page }))}
      />
    </Page>
  )
}
