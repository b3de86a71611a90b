const SHORTEST_PHONE = 3

/** The `tel:` URL of a number; undefined if there is none. An extension (доб. 12) is not dialled. */
export function phoneAddress(phone: string): string | undefined {
  const [number = ''] = /\+?[\d\s()\-–.]+/.exec(phone) ?? []
  const digits = number.replace(/\D/g, '')
  if (digits.length < SHORTEST_PHONE) return undefined
  return `tel:${number.startsWith('+') ? '+' : ''}${digits}`
}

/** The URL of a website and its readable name; undefined for anything but http and https, which must not be opened. */
export function webPage(website: string): { href: string; name: string } | undefined {
  const url = parsed(website)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return {
    href: url.href,
    name: website
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, ''),
  }
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
