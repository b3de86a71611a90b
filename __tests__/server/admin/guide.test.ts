import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { pomnim } from '@support/operator'
import { openAccount } from '@support/remote-account'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'

/** Each of thirty commands is a process. */
const PATIENCE_MS = 240_000

/** The commands of a guide, as the words after `npm run admin --`. */
async function commandsOf(guide: string): Promise<string[][]> {
  const text = await readFile(path.resolve('config/deploy', guide), 'utf8')
  return [...text.matchAll(/^ *npm run admin -- (.+)$/gm)].map(([, words = '']) =>
    [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
  )
}

it('says the same in both languages', async () => {
  expect(await commandsOf('README.en.md')).toEqual(await commandsOf('README.md'))
})

describeOnPostgres(() => {
  let postgres: Postgres
  let folder: string
  let server: ServerProcess

  beforeAll(async () => {
    postgres = await startPostgres()
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-guide-'))
  })
  afterAll(async () => {
    await server.kill()
    await postgres.stop()
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
        'people.csv': path.join(folder, 'people.csv'),
        'photos.zip': path.join(folder, 'photos.zip'),
        'postgres://pomnim:password@localhost/pomnim': await postgres.makeDatabase(),
      }
      const restored = { ...env, DATA_DIR: path.join(folder, 'restored') }

      for (const words of await commandsOf('README.md')) {
        const isDisaster = ['restore', 'move-to-postgres'].includes(words[0] ?? '')
        if (words[0] === 'restore') await server.kill()
        const placed = words.map((word) => here[word] ?? word.replace('/backups', folder))
        const { code, out, errors } = await pomnim(isDisaster ? restored : env, ...placed)
        // Slow work tells how far it is.
        const complaints = errors.replaceAll(/^\d+ rows, .*\n/gm, '')
        expect({ words, code, out, complaints }).toMatchObject({ code: 0, complaints: '' })
      }
    },
    PATIENCE_MS,
  )
})
