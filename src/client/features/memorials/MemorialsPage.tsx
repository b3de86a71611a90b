import Box from '@mui/material/Box'
import { memorialApi, useGetPublicMemorialsQuery } from '@client/api/memorial-api'
import { Page } from '@client/ui/Page'
import { listQuery, SHOWN_BEFORE } from './list-query'
import { MemorialList } from './MemorialList'
import { SearchPanel } from './SearchPanel'
import { useListAddress } from './use-list-address'

/** All public memorials, searched by name. */
export function MemorialsPage() {
  const address = useListAddress()
  const answer = useGetPublicMemorialsQuery(listQuery(address.state), SHOWN_BEFORE)
  const prefetch = memorialApi.usePrefetch('getPublicMemorials')

  return (
    <Page title="Мемориалы" lead="Страницы памяти, открытые для всех.">
      <Box sx={{ my: { xs: 3, md: 4 } }}>
        <SearchPanel address={address} />
      </Box>
      <MemorialList
        address={address}
        answer={answer}
        emptyTitle="Мемориалы не найдены"
        prefetchPage={(page) => prefetch(listQuery({ ...address.state, page }))}
      />
    </Page>
  )
}
