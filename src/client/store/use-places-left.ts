import { useGetMyMemorialsQuery } from '@client/api/memorial-api'
import { useAccount } from './use-account'

/** How many more memorials the account may have; undefined until it is known. */
export function usePlacesLeft(): number | undefined {
  const { user } = useAccount()
  const { data: memorials } = useGetMyMemorialsQuery(undefined, { skip: !user })
  // What an account keeps with others takes no place of its own.
  const own = memorials?.filter(({ role }) => role !== 'keeper')
  return user && own ? user.max_memorials - own.length : undefined
}
