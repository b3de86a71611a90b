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
