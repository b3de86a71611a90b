import { execFileSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(__dirname, '../..')

type Import = [importer: string, file: string, imported: string, specifier: string]

const FORBIDDEN: Import[] = [
  ['the contract', 'src/contract/paths.ts', 'the server', '@server/config'],
  ['the contract', 'src/contract/paths.ts', 'the client', '@client/lib/days'],
  ['the server', 'src/server/config.ts', 'the client', '@client/lib/days'],
  ['the client', 'src/client/api/tags.ts', 'the server', '@server/config'],
  ['pages', 'src/server/pages/template.ts', 'a room of the client other than app', '@client/lib/days'],
  ['lib', 'src/client/lib/days.ts', 'ui', '@client/ui/Photo'],
  ['ui', 'src/client/ui/Photo.tsx', 'api', '@client/api/tags'],
  ['session', 'src/client/session/session-slice.ts', 'api', '@client/api/tags'],
  ['api', 'src/client/api/tags.ts', 'store', '@client/store/hooks'],
  ['store', 'src/client/store/hooks.ts', 'features', '@client/features/memorials/MemorialsScreen'],
  ['features', 'src/client/features/memorials/MemorialsScreen.tsx', 'app', '@client/app/App'],
  ['a feature', 'src/client/features/memorials/MemorialsScreen.tsx', 'another', '@client/features/memorial/Prose'],
]

const ALLOWED: Import[] = [
  ['the server', 'src/server/config.ts', 'the contract', '@contract/paths'],
  ['the client', 'src/client/api/tags.ts', 'the contract', '@contract/paths'],
  ['pages', 'src/server/pages/template.ts', 'app', '@client/app/App'],
  ['features', 'src/client/features/memorials/MemorialsScreen.tsx', 'ui', '@client/ui/Photo'],
  ['app', 'src/client/app/App.tsx', 'features', '@client/features/memorials/MemorialsScreen'],
]

interface Verdict {
  files: number
  wrong: string[]
  complaints: string[][]
}

let verdict: Verdict

beforeAll(() => {
  const imports = [...FORBIDDEN, ...ALLOWED].map(([, file, , imported]) => ({ file, imported }))
  const answer = execFileSync(process.execPath, ['__tests__/support/lint-layers.mjs'], {
    cwd: ROOT,
    input: JSON.stringify(imports),
  })
  verdict = JSON.parse(answer.toString()) as Verdict
}, 120_000)

it('finds no import in the sources that points the wrong way', () => {
  expect(verdict.files).toBeGreaterThan(50)
  expect(verdict.wrong).toEqual([])
})

it.each(FORBIDDEN.map((forbidden, index) => [...forbidden, index] as const))(
  'does not let %s (%s) import %s (%s)',
  (_importer, _file, _imported, _specifier, index) => {
    expect(verdict.complaints[index]).toEqual([expect.stringContaining('Imports point one way only')])
  },
)

it.each(ALLOWED.map((allowed, index) => [...allowed, FORBIDDEN.length + index] as const))(
  'lets %s (%s) import %s (%s)',
  (_importer, _file, _imported, _specifier, index) => {
    expect(verdict.complaints[index]).toEqual([])
  },
)
