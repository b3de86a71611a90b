/**
 * A name as search and order see it: lower case, ё as е, hyphens as spaces. Under collation "C" such keys
 * stand in Russian order, and matching does not depend on the database's locale.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[\s-]+/g, ' ')
    .trim()
}

/** A LIKE pattern that finds the text anywhere in a key; `%`, `_` and `\` in it mean themselves. */
export function containsPattern(key: string): string {
  return `%${key.replace(/[\\%_]/g, '\\$&')}%`
}
