import { useGetMyMemorialsPageQuery } from '@client/api/memorial-api'
import { useAccount } from './use-account'

/** Only the counts are needed. */
const COUNT_ONLY = { limit: 1 }

/** How many more memorials the account may have; undefined until known. */
export function usePlacesLeft(): number | undefined {
  const { user } = useAccount()
  const { data: mine } = useGetMyMemorialsPageQuery(COUNT_ONLY, { skip: !user })
  // Memorials that an account keeps for others do not count.
  return user && mine ? user.max_memorials - mine.in_all.own : undefined
}
