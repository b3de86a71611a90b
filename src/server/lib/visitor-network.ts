import { isIP, isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
/** Providers give a household a whole /64, so all its addresses count as one. */
const NETWORK_GROUPS = 4
/** A customer who gets a /56 has 256 networks, one with a /48 has 65 536. */
const AROUND_56_TIMES = 4
const AROUND_48_TIMES = 16
const AROUND_GROUPS = 3
const BYTE_BITS = 8
/** How much of an IPv6 address is shown: about as little as of an IPv4 address without its last number. */
const SHOWN_GROUPS = 3

/** For Fastify's `trustProxy`: believes what this many proxies, counted from the server, say of the visitor's address. */
export function trustedHops(trustProxy: number) {
  return (_address: string, hop: number): boolean => hop < trustProxy
}

/** The key under which the attempts of an IP address are counted: the address itself, or for IPv6 its /64 network. */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4) return ipv4
  if (!isIPv6(address)) return address
  const [front = [], back = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = new Array<string>(GROUPS - front.length - back.length).fill('0')
  return [...front, ...zeros, ...back]
    .slice(0, NETWORK_GROUPS)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}

export interface WiderNetwork {
  network: string
  /** The whole network may use the limit of one household this many times. */
  times: number
}

/**
 * The /56 and the /48 around a network of IPv6, none around an IPv4 address. Whatever is counted for a network is counted
 * for these too: one person may have all of them. `counted` is what `networkOf` returned, or ends with it after a space.
 */
export function networksAround(counted: string): WiderNetwork[] {
  const words = counted.slice(0, counted.lastIndexOf(' ') + 1)
  const groups = counted.slice(words.length).split(':')
  if (groups.length !== NETWORK_GROUPS || !groups.every((group) => /^[\da-f]{1,4}$/.test(group))) return []
  const front = groups.slice(0, AROUND_GROUPS).join(':')
  const customer = (parseInt(groups[AROUND_GROUPS] ?? '', 16) >> BYTE_BITS).toString(16)
  return [
    { network: `${words}${front}:${customer}00/56`, times: AROUND_56_TIMES },
    { network: `${words}${front}/48`, times: AROUND_48_TIMES },
  ]
}

/**
 * An IP address without its last part: 192.0.2.*, 2001:db8:1:*. It lets people recognise their own network, and does not
 * identify one household. Null for anything else.
 */
export function shortenedAddress(address: string): string | null {
  if (!isIP(address)) return null
  const network = networkOf(address)
  const [mark, shown] = isIPv4(network) ? ['.', 3] : [':', SHOWN_GROUPS]
  return [...network.split(mark).slice(0, shown), '*'].join(mark)
}
