/**
 * A regular expression for PostgreSQL's `~` that finds a text in any case; ё matches е, and special characters are
 * escaped. ILIKE and `lower` know Cyrillic in some locales only, and the embedded database has none of them.
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
