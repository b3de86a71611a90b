import { networkOf, networksAround, type WiderNetwork } from './visitor-network'

/** One visitor may have a tenth of all slots. */
const SHARE_OF_ONE = 1 / 10
/** Enough for several people behind one router; below this, no visitor is refused until all slots are taken. */
const FEW = 10
const RESERVED_FOR_NEW = 1 / 4

/** Why there is no slot: this visitor has too many, or few are left, and those are for others. */
export type NoPlace = 'too many of one' | 'crowded'

export type VisitorPlaces = ReturnType<typeof createVisitorPlaces>

/**
 * Slots that visitors share: connections, or running requests. A visitor is an IPv4 address or an IPv6 /64, and a whole /56
 * and /48 get a few times as much. The last quarter is for visitors with few slots.
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

    /** Undefined when there is a slot. */
    refusal(address: string): NoPlace | undefined {
      if (hasMore(address, maxOfOne)) return 'too many of one'
      if (total >= max || (total >= crowdedAt && hasMore(address, FEW))) return 'crowded'
      return undefined
    },

    /** Takes a slot, even if there is none. Returns a function that frees it; a second call does nothing. */
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
