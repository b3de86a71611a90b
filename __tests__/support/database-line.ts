import { layLine, type Line } from './line'

export interface DatabaseLine extends Line {
  /** DATABASE_URL through this line. */
  url: string
}

/** `databaseUrl` names a folder with the socket of the server, as those of `postgres.ts` do. */
export async function layDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { pathname, searchParams } = new URL(databaseUrl)
  const line = await layLine({ path: `${searchParams.get('host')}/.s.PGSQL.5432` })
  return { ...line, url: `postgresql://postgres@127.0.0.1:${line.port}${pathname}` }
}
