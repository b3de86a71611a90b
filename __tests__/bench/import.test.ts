import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pomnimJson } from '@support/operator'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { openAccount } from '@support/remote-account'
import { startServerProcess } from '@support/server-process'

const ROWS = 50_000
const A_SECOND_MIN = 2000
const OWNER = 'fond@example.org'
const MINUTES_10_MS = 600_000
const HEADINGS = 'Фамилия;Имя;Отчество;Дата рождения;Дата смерти;Биография'

describeOnPostgres(() => {
  let folder: string
  let postgres: Postgres

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-import-'))
    postgres = await startPostgres()
  }, MINUTES_10_MS)
  afterAll(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it(
    `an operator imports ${A_SECOND_MIN} pages a second`,
    async () => {
      const settings = {
        DATA_DIR: folder,
        DATABASE_URL: await postgres.makeDatabase(),
        NEW_ACCOUNT_MEMORIALS: String(ROWS),
      }
      const server = await startServerProcess(settings)
      await openAccount(server, folder, OWNER)
      await server.stop()
      const table = path.join(folder, 'people.csv')
      await writeFile(table, [HEADINGS, ...Array.from({ length: ROWS }, (_, row) => rowOf(row))].join('\r\n'))

      const begun = performance.now()
      const { created } = await pomnimJson<{ created: number }>(settings, 'import', table, '--owner', OWNER)
      const seconds = (performance.now() - begun) / 1000

      process.stdout.write(
        `${created} pages imported in ${seconds.toFixed(1)} s with the program's start: ${Math.round(created / seconds)} a second\n`,
      )
      expect(created).toBe(ROWS)
      expect(created / seconds).toBeGreaterThanOrEqual(A_SECOND_MIN)
    },
    MINUTES_10_MS,
  )
})

const LETTERS = 'абвгдежзик'

/** Names hold no digits. */
function rowOf(row: number): string {
  const name = String(row).replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? '')
  return `Лист${name};Анна;Петровна;09.05.${1900 + (row % 60)};30.11.${1970 + (row % 50)};Учила детей.`
}
