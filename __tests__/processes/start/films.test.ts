import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ArchiveItem, archivePaths } from '@contract/archive'
import { archiveForm, sampleFile } from '@support/archives'
import { describeWithFfmpeg, theFfmpeg } from '@support/films'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { failedStart, type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-films-'))
  dataDir = path.join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('stops at an FFMPEG_PATH that is no ffmpeg', async () => {
  const { errors, code } = await failedStart({ DATA_DIR: dataDir, FFMPEG_PATH: '/bin/true' })
  expect(errors.trim()).toBe('Cannot start: FFMPEG_PATH /bin/true is no ffmpeg that can write H.264 and AAC')
  expect(code).toBe(1)
})

describeWithFfmpeg(() => {
  let owner: RemoteAccount
  let memorialId: number

  /** An ffmpeg that hangs over a copy while the file `hang` is there, with half of it written. */
  async function hangingFfmpeg(): Promise<string> {
    const file = path.join(folder, 'hanging-ffmpeg')
    const { path: ffmpeg } = await theFfmpeg()
    await writeFile(
      file,
      `#!/bin/sh
      case "$*" in
        *copy.mp4) [ -e '${folder}/hang' ] && echo half > copy.mp4 && echo $$ > '${folder}/pid' && exec /bin/sleep 300 ;;
      esac
      exec '${ffmpeg}' "$@"`,
    )
    await chmod(file, 0o755)
    return file
  }

  const start = async () =>
    startServerProcess({ DATA_DIR: dataDir, FFMPEG_PATH: await hangingFfmpeg(), NEW_ACCOUNT_ADVANCED: '1' })

  async function theFilm(server: ServerProcess): Promise<ArchiveItem | undefined> {
    const response = await fetch(`${server.url}/api/v1${archivePaths('video').list}/${memorialId}`)
    return ((await response.json()) as { result: ArchiveItem[] }).result[0]
  }

  it('takes ffmpeg along when it is killed, leaves no half of a copy, and finishes after the next start', async () => {
    await writeFile(path.join(folder, 'hang'), '')
    const first = await start()
    owner = await openAccount(first, dataDir, 'owner@example.org')
    memorialId = (await owner.createMemorial({ rate_check: 'true' })).id
    const body = archiveForm(memorialId, await sampleFile('film-hevc.mp4'))
    await owner.fetch(archivePaths('video').create, { method: 'POST', body })
    const pidFile = path.join(folder, 'pid')
    await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '')
    const pid = readFileSync(pidFile, 'utf8').trim()
    expect(first.output()).toContain('films get posters and copies')

    await first.kill()

    await until(() => !isRunning(pid))
    await rm(path.join(folder, 'hang'))
    const second = await start()
    expect(readdirSync(path.join(dataDir, 'uploads')).filter((name) => existsSync(`${name}/copy.mp4`))).toEqual([])
    await until(async () => (await theFilm(second))?.is_playable === true)
    expect(await theFilm(second)).toMatchObject({ is_being_prepared: false, poster_path: expect.any(String) as string })
    expect(await second.stop()).toBe(0)
    expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([])
  })
})

/** A killed process whose parent has not looked yet is none. */
function isRunning(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}
