import path from 'node:path'
import { ESLint } from 'eslint'

const ROOT = path.resolve(__dirname, '../..')
const LAYER_RULE = 'boundaries/dependencies'

const eslint = new ESLint({ cwd: ROOT, overrideConfigFile: path.join(ROOT, 'config/eslint/eslint.config.mjs') })

/** The complaints of the layer rule about a file, were this import its whole content. */
async function complaints(file: string, imported: string): Promise<string[]> {
  const [result] = await eslint.lintText(`import * as it from '${imported}'\nexport const use = it\n`, {
    filePath: path.join(ROOT, file),
  })
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === LAYER_RULE).map(({ message }) => message)
}

it('finds no import in the sources that points the wrong way', async () => {
  const results = await eslint.lintFiles(['src/**/*.{ts,tsx}'])
  const wrong = results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ ruleId }) => ruleId === LAYER_RULE)
      .map(({ message }) => `${path.relative(ROOT, filePath)}: ${message}`),
  )

  expect(results.length).toBeGreaterThan(50)
  expect(wrong).toEqual([])
}, 180_000)

it.each([
  ['the contract', 'src/contract/paths.ts', 'the server', '@server/config'],
  ['the contract', 'src/contract/paths.ts', 'the client', '@client/lib/days'],
  ['the server', 'src/server/config.ts', 'the client', '@client/lib/days'],
  ['the client', 'src/client/api/tags.ts', 'the server', '@server/config'],
  ['pages', 'src/server/pages/template.ts', 'a room of the client other than app', '@client/lib/days'],
  ['ui', 'src/client/ui/Photo.tsx', 'api', '@client/api/tags'],
  ['session', 'src/client/session/session-slice.ts', 'api', '@client/api/tags'],
  ['api', 'src/client/api/tags.ts', 'store', '@client/store/store'],
  ['store', 'src/client/store/store.ts', 'features', '@client/features/memorials/MemorialsScreen'],
  ['features', 'src/client/features/memorials/MemorialsScreen.tsx', 'app', '@client/app/App'],
  [
    'one feature',
    'src/client/features/memorials/MemorialsScreen.tsx',
    'another',
    '@client/features/memorial/MemorialScreen',
  ],
])(
  'does not let %s (%s) import %s',
  async (_importer, file, _imported, specifier) => {
    expect(await complaints(file, specifier)).toHaveLength(1)
  },
  60_000,
)

it.each([
  ['the server', 'src/server/config.ts', 'the contract', '@contract/paths'],
  ['the client', 'src/client/api/tags.ts', 'the contract', '@contract/paths'],
  ['pages', 'src/server/pages/template.ts', 'app', '@client/app/App'],
  ['features', 'src/client/features/memorials/MemorialsScreen.tsx', 'ui', '@client/ui/Photo'],
  ['app', 'src/client/app/App.tsx', 'features', '@client/features/memorials/MemorialsScreen'],
])(
  'lets %s (%s) import %s',
  async (_importer, file, _imported, specifier) => {
    expect(await complaints(file, specifier)).toEqual([])
  },
  60_000,
)
