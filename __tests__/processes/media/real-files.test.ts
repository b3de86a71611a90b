import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { theFfmpeg } from '@support/films'
import { startServerProcess } from '@support/server-process'

const run = promisify(execFile)
/** A folder of trees, tables, pictures and recordings as families have them, with a `try.mjs` that sends and judges them. */
const { REAL_FILES: cases } = process.env
const MINUTES_10_MS = 600_000

const itWithCases = cases === undefined ? it.skip : it

itWithCases(
  'what families really have is taken as it is meant',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-real-'))
    const server = await startServerProcess({
      DATA_DIR: dataDir,
      FFMPEG_PATH: (await theFfmpeg()).path,
      TRUST_PROXY: '1',
      NEW_ACCOUNT_MEMORIALS: '1000',
      NEW_ACCOUNT_ADVANCED: '100',
    })
    try {
      const script = path.resolve(cases ?? '', 'try.mjs')
      const { stdout } = await run(process.execPath, [script, '--base', server.url, '--data-dir', dataDir])
      const lines = stdout.trim().split('\n')
      expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([])
      expect(lines.filter((line) => line.startsWith('ok')).length).toBeGreaterThan(0)
    } finally {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  MINUTES_10_MS,
)
