import { isIP, isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
/** Providers give a household a whole /64, so all its addresses count as one. */
const NETWORK_GROUPS = 4
/** How much of an IPv6 address is shown: about as little as of an IPv4 address without its last number. */
const SHOWN_GROUPS = 3

/** The key under which an address's attempts are counted: the address itself, or for IPv6 its /64 network. */
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

/**
 * An address without its last part: 192.0.2.*, 2001:db8:1:*. It lets people recognise their own network, and does not
 * name one household. Null for what is no address.
 */
export function shortenedAddress(address: string): string | null {
  if (!isIP(address)) return null
  const network = networkOf(address)
  const [mark, shown] = isIPv4(network) ? ['.', 3] : [':', SHOWN_GROUPS]
  return [...network.split(mark).slice(0, shown), '*'].join(mark)
}
