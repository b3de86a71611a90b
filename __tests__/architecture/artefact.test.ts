import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { COPIED_FILES, COPIED_FOLDERS } from '../../config/artefact-files'

const ROOT = path.resolve(__dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

describe('what is put on a server', () => {
  const copied = [...COPIED_FOLDERS, ...COPIED_FILES]

  it('has neither the history of the sources nor sources, tests, tools of a build or invented people', () => {
    // Each brings what lies below it, so none may be a folder above one of these.
    const left = [
      '.git',
      'src',
      '__tests__',
      'config/demo',
      'config/jest',
      'config/rspack',
      'config/tools',
      'node_modules',
    ]
    const brings = (folder: string, one: string) => `${folder}/`.startsWith(`${one}/`) || one.startsWith(`${folder}/`)
    expect(left.flatMap((folder) => copied.filter((one) => brings(folder, one)))).toEqual([])
    expect(COPIED_FILES.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  })

  it('has only the packages that the built programs load', () => {
    expect(read('config/scripts/make-artefact.ts')).toContain("['install', '--omit=dev'")
  })

  it('is the artefact alone, by the guide and in a container', () => {
    for (const guide of ['README.md', 'README.en.md']) {
      const text = read(`config/deploy/${guide}`)
      expect(text).toContain('npm ci && npm run artefact')
      expect(text).toContain('-C dist/artefact .')
      expect(text).not.toContain('git clone')
    }
    const container = read('config/deploy/Containerfile')
    expect(container).toMatch(/^RUN npm run artefact$/m)
    expect([...container.matchAll(/^COPY (.*)$/gm)].at(-1)?.[1]).toBe('--from=build /src/dist/artefact ./')
  })
})
