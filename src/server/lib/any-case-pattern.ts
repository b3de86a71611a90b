/**
 * A regular expression for `~` that finds a text whatever its case, ё as е; every sign in it means itself. ILIKE and
 * `lower` know Cyrillic in some locales only, and the embedded database's is none of them.
 */
export function anyCasePattern(text: string): string {
  return Array.from(text.normalize('NFC'), anyCase).join('')
}

function anyCase(sign: string): string {
  if (/[её]/i.test(sign)) return '[еЕёЁ]'
  const [small, capital] = [sign.toLowerCase(), sign.toUpperCase()]
  if (small !== capital) return `(?:${small}|${capital})`
  return /[\p{L}\p{N}\s]/u.test(sign) ? sign : `\\${sign}`
}
