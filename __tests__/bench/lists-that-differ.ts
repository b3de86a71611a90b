import { API_BASE_PATH } from '@contract/paths'
import { THOUSAND } from '@support/thousand-memorials'

export const LIST = `${API_BASE_PATH}/memorial/public_memorials`
const PAGE_SIZE = 12
/** More than one run asks for, so that none is asked for twice. */
const LISTS = 200_000

/** Pages of the list in all its orders. A parameter that means nothing makes each address new, so none is answered as kept. */
export function listsThatDiffer(): string[] {
  return Array.from({ length: LISTS }, (_, index) => {
    const by = ['lastname', 'birth_date', 'death_date'][index % 3]
    const order = ['asc', 'desc'][Math.floor(index / 3) % 2]
    const offset = (Math.floor(index / 6) * PAGE_SIZE) % (THOUSAND - PAGE_SIZE)
    return `${LIST}?offset=${offset}&sort_by=${by}&sort_order=${order}&n=${index}`
  })
}
