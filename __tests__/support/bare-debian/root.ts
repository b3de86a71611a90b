import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const RELEASE = 'trixie'
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian'
/** It stays a shell: the first process has to reap orphaned processes. */
const FIRST_PROCESS = 'ip link set lo up && echo ready && while :; do sleep 60; done'
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
}

/** Debian as its installer leaves it, with its own ports and processes. */
export interface BareDebian {
  folder: string
  /** Runs a line as root, in /root. Throws its output on failure. `withNetwork`: uses the network of this machine. */
  run(line: string, options?: { withNetwork?: boolean }): Promise<string>
  remove(): Promise<void>
}

/** Tests that need a root file system of their own. They are skipped where none can be made. */
export function describeOnBareDebian(define: () => void): void {
  const canBeMade = process.getuid?.() === 0 && ['debootstrap', 'nsenter', 'ip'].every(isInstalled)
  if (canBeMade) describe('on a bare Debian', define)
  else describe.skip('on a bare Debian, which needs root and debootstrap', define)
}

export async function makeBareDebian(): Promise<BareDebian> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-debian-'))
  await chmod(folder, 0o755)
  await promisify(execFile)('debootstrap', ['--variant=minbase', RELEASE, folder, MIRROR], {
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  await layOut(folder)
  // Everything inside ends with this process, and its mounts go with it.
  const isolated = ['--mount', '--net', '--pid', '--fork', '--kill-child', `--mount-proc=${folder}/proc`]
  const holder = spawn('unshare', [...isolated, 'sh', '-c', FIRST_PROCESS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  await Promise.race([once(holder.stdout, 'data'), ended.then(() => Promise.reject(new Error('no namespace')))])
  const inside = execFileSync('pgrep', ['--parent', String(holder.pid)], { encoding: 'utf8' }).trim()

  return {
    folder,
    async run(line, { withNetwork = false } = {}) {
      const spaces = ['--mount', '--pid', ...(withNetwork ? [] : ['--net'])]
      const command = ['chroot', folder, 'sh', '-euc', `cd && ${line}`]
      const { stdout } = await promisify(execFile)('nsenter', [`--target=${inside}`, ...spaces, ...command], {
        env: ENVIRONMENT,
        maxBuffer: MAX_OUTPUT_BYTES,
      })
      return stdout
    },
    async remove() {
      holder.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function layOut(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'etc/hosts'), '127.0.0.1 localhost pomnim.example\n::1 localhost\n')
  // No package may start a server during its installation: it would use the ports of this machine.
  await writeFile(path.join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  // No one answers prompts there.
  await writeFile(path.join(folder, 'etc/apt/apt.conf.d/90yes'), 'APT::Get::Assume-Yes "true";\n')
  await mkdir(path.join(folder, 'usr/local/sbin'), { recursive: true })
  await copyFile(path.join(__dirname, 'systemctl'), path.join(folder, 'usr/local/sbin/systemctl'))
  await copyFile(path.join(__dirname, 'family.mjs'), path.join(folder, 'root/family.mjs'))
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}
