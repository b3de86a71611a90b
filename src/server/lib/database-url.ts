const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)((?:[/?#].*)?)$/s

/** One URL for each host that DATABASE_URL names, as libpq reads it: postgres://user:password@one:5432,two/database */
export function addressesOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(databaseUrl) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [databaseUrl]
}
