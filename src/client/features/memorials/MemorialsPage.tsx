import Box from '@mui/material/Box'
import { memorialApi, useGetPublicMemorialsQuery } from '@client/api/memorial-api'
import { Page } from '@client/ui/Page'
import { listQuery, SHOWN_BEFORE, useListUrl } from './list-query'
import { MemorialList } from './MemorialList'
import { SearchPanel } from './SearchFields'

/** All public memorials, searched by name. */
export function MemorialsPage() {
  const address = useListUrl()
  const result = useGetPublicMemorialsQuery(listQuery(address.state), SHOWN_BEFORE)
  const prefetch = memorialApi.usePrefetch('getPublicMemorials')

  return (
    <Page title="Мемориалы" lead="Страницы памяти, открытые для всех.">
      <Box sx={{ my: { xs: 3, md: 4 } }}>
        <SearchPanel address={address} />
      </Box>
      <MemorialList
        address={address}
        result={result}
        emptyTitle="Мемориалы не найдены"
        prefetchPage={(page) => prefetch(listQuery({ ...address.state, page }))}
      />
    </Page>
  )
}
