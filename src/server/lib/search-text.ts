/**
 * A name in the form used for search and order: lower case, ё as е, hyphens as spaces. Under collation "C" such keys sort
 * in Russian order, and matching does not depend on the database's locale.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[\s-]+/g, ' ')
    .trim()
}

/** A LIKE pattern that finds the text anywhere in a key. `%`, `_` and `\` in the text are escaped. */
export function containsPattern(key: string): string {
  return `%${key.replace(/[\\%_]/g, '\\$&')}%`
}

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
