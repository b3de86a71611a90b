import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { blocksOf } from '@support/guide'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { pomnim } from '@support/operator'
import { openAccount } from '@support/remote-account'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'

/** Each of thirty commands is a process, and some of them open a database. */
const PATIENCE_MS = 480_000

/** The commands of the guide that begin with `pomnim`: the words after it. All others are for `npm run bench:guide`. */
async function commands(): Promise<string[][]> {
  const lines = (await blocksOf('README.md')).flat().filter((line) => line.startsWith('pomnim '))
  return lines.map((line) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].slice(1).map(([, quoted, plain]) => quoted ?? plain ?? ''),
  )
}

it('says the same in both languages', async () => {
  const blocks = await blocksOf('README.md')
  expect(blocks.flat().length).toBeGreaterThan(50)
  expect(await blocksOf('README.en.md')).toEqual(blocks)
})

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let folder: string
  let server: ServerProcess

  beforeAll(async () => {
    postgres = await sharedPostgres()
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-guide-'))
  })
  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })

  it(
    'tells commands that do what they should, from the first day to the disaster',
    async () => {
      const env = { DATA_DIR: path.join(folder, 'data'), PORT: String(await freePort()) }
      server = await startServerProcess(env)
      const owner = await openAccount(server, env.DATA_DIR, 'fund@example.org')
      for (const email of ['you', 'person']) await openAccount(server, env.DATA_DIR, `${email}@example.org`)
      const { id } = await owner.createMemorial()
      await writeFile(path.join(folder, 'people.csv'), 'Фамилия;Имя\nЁлкина;Анна')
      // A ZIP without a file.
      await writeFile(path.join(folder, 'photos.zip'), Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]))
      const here: Record<string, string> = {
        '12': String(id),
        'postgres://pomnim:password@localhost/pomnim': await postgres.makeDatabase(),
      }
      const restored = { ...env, DATA_DIR: path.join(folder, 'restored') }

      for (const words of await commands()) {
        const isDisaster = ['restore', 'move-to-postgres'].includes(words[0] ?? '')
        if (words[0] === 'restore') await server.kill()
        const placed = words.map((word) => here[word] ?? word.replace('/var/backups/pomnim', folder))
        const { code, out, errors } = await pomnim(isDisaster ? restored : env, ...placed)
        // Slow work tells how far it is.
        const complaints = errors.replaceAll(/^\d+ rows, .*\n/gm, '')
        expect({ words, code, out, complaints }).toMatchObject({ code: 0, complaints: '' })
      }
    },
    PATIENCE_MS,
  )
})
