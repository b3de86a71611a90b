/** A family tree as genealogy software writes it; `encoding` is what its head names. */
export function gedcomTree(records: string[], encoding = 'UTF-8'): string {
  return ['0 HEAD', '1 GEDC', '2 VERS 5.5.1', `1 CHAR ${encoding}`, ...records, '0 TRLR', ''].join('\n')
}

/** The record of a person who died, line by line. The surname of the name stands between slashes. */
export function deadPerson(key: string, name: string, ...lines: string[]): string[] {
  return [`0 @${key}@ INDI`, `1 NAME ${name}`, ...lines, '1 DEAT Y']
}
