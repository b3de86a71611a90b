import { memorialApi, useGetHeroesQuery } from '@client/api/memorial-api'
import { Page } from '@client/ui/Page'
import { HeroesQuotation } from './HeroesQuotation'
import { HeroesSearch } from './HeroesSearch'
import { listQuery, SHOWN_BEFORE } from './list-query'
import { MemorialList } from './MemorialList'
import { useListAddress } from './use-list-address'

/** Public memorials of those who fell in the special military operation, searched by name. */
export function HeroesPage() {
  const address = useListAddress()
  const answer = useGetHeroesQuery(listQuery(address.state), SHOWN_BEFORE)
  const prefetch = memorialApi.usePrefetch('getHeroes')

  return (
    <Page title="Герои СВО">
      <HeroesQuotation />
      <HeroesSearch address={address} />
      <MemorialList
        address={address}
        answer={answer}
        emptyTitle="Герои не найдены"
        prefetchPage={(page) => prefetch(listQuery({ ...address.state, page }))}
      />
    </Page>
  )
}
