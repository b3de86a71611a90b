import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '@support/postgres'
import { startServerProcess } from '@support/server-process'
import { upgradeAndGoBack } from '@support/two-releases'
import { ROOT } from '../../config/folders'

const TIMEOUT_MS = 1_200_000
const START_PATIENCE_MS = 120_000
const BUILD_SERVER = "require('./config/scripts/compile.ts').compile(['server'])"

/** A commit of the release that is upgraded; by default the last one before the newest migration. */
const { FORMER } = process.env

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

it(
  'the release of a former commit works beside this one, and again when one goes back to it',
  async () => {
    const former = git('rev-parse', FORMER ?? `${git('log', '-1', '--format=%h', '--', 'src/server/db/migrations')}^`)
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'pomnim-former-release-')), 'release')
    git('worktree', 'add', '--detach', folder, former)
    const postgres = await startPostgres()
    try {
      symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
      execFileSync('node', ['-r', './config/register.cjs', '-e', BUILD_SERVER], { cwd: folder, stdio: 'inherit' })
      await upgradeAndGoBack(await postgres.makeDatabase(), {
        former: (env) => startServerProcess(env, START_PATIENCE_MS, folder),
        newer: (env) => startServerProcess(env, START_PATIENCE_MS),
      })
      process.stdout.write(`${git('log', '-1', '--format=%h %s', former)}: works beside this release\n`)
    } finally {
      await postgres.stop()
      git('worktree', 'remove', '--force', folder)
      await rm(path.dirname(folder), { recursive: true, force: true })
    }
  },
  TIMEOUT_MS,
)
