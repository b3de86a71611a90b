import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PIECE_BYTES = 64 * 1024

/** A disk of its own that a test can fill. */
export interface SmallDisk {
  folder: string
  /** Fills it except for this many bytes. */
  fill(freeBytes?: number): void
  /** Frees it again. */
  empty(): void
  remove(): void
}

/** Tests that need a disk of their own. They are skipped where none can be mounted, unless SMALL_DISK_REQUIRED requires one. */
export function describeOnSmallDisk(define: () => void): void {
  const canMount = tryToMount()
  if (canMount || process.env.SMALL_DISK_REQUIRED) describe('on a small disk', define)
  else describe.skip('on a small disk, which cannot be mounted here', define)
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'pomnim-disk-'))
  if (!mount(folder, megabytes)) throw new Error('No disk can be mounted')
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill(freeBytes = 0) {
      const file = openSync(filler, 'a')
      try {
        for (let left = bytesFree(folder) - freeBytes; left > 0; left = bytesFree(folder) - freeBytes) {
          writeSync(file, Buffer.alloc(Math.min(left, PIECE_BYTES)))
        }
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

function bytesFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function tryToMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'pomnim-disk-'))
  const isMounted = mount(folder, 1)
  if (isMounted) spawnSync('umount', [folder])
  rmdirSync(folder)
  return isMounted
}

function mount(folder: string, megabytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'pomnim-test', folder]).status === 0
}
