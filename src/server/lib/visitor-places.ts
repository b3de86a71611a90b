import { networkOf, networksAround, type WiderNetwork } from './network'

/** One visitor may have a tenth of all places. */
const SHARE_OF_ONE = 1 / 10
/** Enough for several people behind one router, and so many are let in until all places are taken. */
const FEW = 10
const RESERVED_FOR_NEW = 1 / 4

/** Why there is no place: this visitor has too many, or few are left, and those are for others. */
export type NoPlace = 'too many of one' | 'crowded'

export type VisitorPlaces = ReturnType<typeof createVisitorPlaces>

/**
 * Places that visitors share: connections, or requests under way. A visitor is an address of IPv4 or a /64 of IPv6, and all of
 * a /56 and a /48 get a few times as much. The last quarter is for those who have few places.
 */
export function createVisitorPlaces(max: number) {
  const maxOfOne = Math.max(FEW, Math.floor(max * SHARE_OF_ONE))
  const crowdedAt = max - Math.floor(max * RESERVED_FOR_NEW)
  const taken = new Map<string, number>()
  let total = 0

  const networksOf = (address: string): WiderNetwork[] => {
    const network = networkOf(address)
    return [{ network, times: 1 }, ...networksAround(network)]
  }
  const hasMore = (address: string, than: number) =>
    networksOf(address).some(({ network, times }) => (taken.get(network) ?? 0) >= than * times)

  return {
    maxOfOne,

    /** Undefined when there is a place. */
    refusal(address: string): NoPlace | undefined {
      if (hasMore(address, maxOfOne)) return 'too many of one'
      if (total >= max || (total >= crowdedAt && hasMore(address, FEW))) return 'crowded'
      return undefined
    },

    /** Takes a place, whether there is one or not. Returns what gives it back, once. */
    take(address: string): () => void {
      const networks = networksOf(address)
      total++
      for (const { network } of networks) taken.set(network, (taken.get(network) ?? 0) + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        total--
        for (const { network } of networks) {
          const rest = (taken.get(network) ?? 1) - 1
          if (rest > 0) taken.set(network, rest)
          else taken.delete(network)
        }
      }
    },
  }
}
