import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { tablesInOrder } from '@server/backup/tables'
import type { TestApp } from './server-app'
import { filesBelow } from './stored-files'

/** The tables in which a row contains this text. */
export async function tablesWith({ db }: Pick<TestApp, 'db'>, text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await tablesInOrder(db)) {
    const { rows } = await sql`
      select from ${sql.table(table)} each where row_to_json(each)::text ilike ${`%${text}%`} limit 1`.execute(db)
    if (rows.length > 0) found.push(table)
  }
  return found
}

/**
 * The folder of the embedded database, left out: until its files are rewritten, they hold deleted rows that no query
 * returns.
 */
const DATABASE_FOLDER = 'database'

/** The files of an installation that contain this text, including the letters of its outbox. */
export async function filesWith({ dataDir }: Pick<TestApp, 'dataDir'>, text: string): Promise<string[]> {
  const files = [...(await filesBelow(dataDir)).keys()].filter((file) => file.split(path.sep)[0] !== DATABASE_FOLDER)
  const found = await Promise.all(
    files.map(async (file) => file.includes(text) || (await readFile(path.join(dataDir, file))).includes(text)),
  )
  return files.filter((_file, index) => found[index])
}

/** The files of the outbox that contain this text. */
export async function lettersWith({ dataDir }: Pick<TestApp, 'dataDir'>, text: string): Promise<string[]> {
  const folder = path.join(dataDir, 'outbox')
  const letters = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')))
  return letters.filter((letter) => letter.includes(text))
}
