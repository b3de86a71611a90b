import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServerProcess } from '@support/server-process'

const WRITE_LOADED_MODULES = path.resolve('__tests__/support/write-loaded-modules.cjs')
const TEST_MS = 120_000

it(
  'has loaded what passkeys and archives need before anyone asks, and leaves what plates need to the media threads: a first request would hold everyone meanwhile',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-loaded-'))
    const modulesFile = path.join(folder, 'loaded-modules')
    const server = await startServerProcess({
      DATA_DIR: folder,
      NODE_OPTIONS: `--require ${WRITE_LOADED_MODULES}`,
      LOADED_MODULES_FILE: modulesFile,
    })
    await server.stop()
    const loaded = await readFile(modulesFile, 'utf8')
    await rm(folder, { recursive: true, force: true })
    expect(loaded).toContain('node_modules/@simplewebauthn/server/')
    expect(loaded).toContain('node_modules/zip-stream/')
    expect(loaded).not.toContain('node_modules/fontkit/')
  },
  TEST_MS,
)
