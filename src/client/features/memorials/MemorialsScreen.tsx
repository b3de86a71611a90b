import Box from '@mui/material/Box'
import { useGetPublicMemorialsQuery } from '@client/api/memorial-api'
import { Page } from '@client/ui/Page'
import { listQuery } from './list-address'
import { MemorialList } from './MemorialList'
import { SearchPanel } from './SearchPanel'
import { useListAddress } from './use-list-address'

/** All public memorials, searched by name. */
export function MemorialsScreen() {
  const address = useListAddress()
  const answer = useGetPublicMemorialsQuery(listQuery(address.state))

  return (
    <Page title="Мемориалы" lead="Страницы памяти, открытые для всех.">
      <Box sx={{ my: { xs: 3, md: 4 } }}>
        <SearchPanel address={address} />
      </Box>
      <MemorialList address={address} answer={answer} emptyTitle="Мемориалы не найдены" />
    </Page>
  )
}
