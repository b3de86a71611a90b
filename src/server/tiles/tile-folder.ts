import { mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../lib/system-errors'
import { randomToken } from '../lib/token'
import { nameOfMap, type Tile, type TileStore } from './tile'

const BLOCK_BYTES = 4096
const TOKEN_BYTES = 9

/** The folder of all maps. */
export function tilesFolder(dataDir: string): string {
  return path.join(dataDir, 'tiles')
}

/** Tiles on disk, each map in its own subfolder. For a single process, so every claim succeeds. */
export function openTileFolder(root: string, template: string): TileStore {
  const ofThisMap = path.join(root, nameOfMap(template))
  const fileOf = ({ z, x, y }: Tile) => path.join(ofThisMap, String(z), String(x), String(y))

  return {
    async read(tile) {
      const file = fileOf(tile)
      const found = await Promise.all([readFile(file), stat(file)]).catch(ignoreMissing)
      return found && { bytes: found[0], fetchedAt: found[1].mtime }
    },

    async put(tile, bytes) {
      const file = fileOf(tile)
      const part = `${file}.${randomToken(TOKEN_BYTES)}`
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(part, bytes)
      await rename(part, file)
    },

    async renew(tile) {
      const now = new Date()
      await utimes(fileOf(tile), now, now)
    },

    claim: () => Promise.resolve({ release: () => Promise.resolve() }),
    isClaimed: () => Promise.resolve(false),
  }
}

/** Removes the oldest tiles until the rest fit. This includes unfinished files of killed processes. */
export async function removeOldestTiles(root: string, maxBytes: number): Promise<void> {
  const stored = await Promise.all((await filesBelow(root)).map(measure))
  const newestFirst = stored.sort((one, other) => other.fetchedMs - one.fetchedMs)
  let total = 0
  for (const { file, bytes } of newestFirst) {
    total += bytes
    if (total > maxBytes) await remove(file)
  }
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  return (entries ?? []).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

/** The size of a file on the disk, in whole blocks: many tiles (of the sea) are much smaller than a block. */
async function measure(file: string): Promise<{ file: string; bytes: number; fetchedMs: number }> {
  const stats = await stat(file).catch(ignoreMissing)
  const bytes = Math.ceil((stats?.size ?? 0) / BLOCK_BYTES) * BLOCK_BYTES
  return { file, bytes, fetchedMs: stats?.mtimeMs ?? 0 }
}

/** Removes a file, and its folder if that is now empty. */
async function remove(file: string): Promise<void> {
  await rm(file, { force: true })
  await rmdir(path.dirname(file)).catch(() => undefined)
}
