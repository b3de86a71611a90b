import { statfs } from 'node:fs/promises'

const GB = 1024 ** 3
/** One film and the files made from it. With less, the next upload may fill the disk. */
const MIN_BYTES = GB
/** A share of a small disk; on a large one, no more than what lasts for days. */
const MIN_SHARE = 0.05
const ENOUGH_BYTES = 20 * GB
/** Reserved for the database when files are refused; a share of a small disk. */
const FLOOR_BYTES = GB
const FLOOR_SHARE = 0.05

/** The bytes of a disk, and how many of them this process may still use. */
export interface DiskRoom {
  free: number
  total: number
}

/** For the disk that holds a folder. */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

function isNearlyFull({ free, total }: DiskRoom): boolean {
  return free < Math.max(MIN_BYTES, Math.min(total * MIN_SHARE, ENOUGH_BYTES))
}

/** Whether the rest is reserved for the database. */
export function isBelowFloor({ free, total }: DiskRoom): boolean {
  return free < Math.min(FLOOR_BYTES, total * FLOOR_SHARE)
}

/** Rejects when the disk that holds a folder is nearly full. */
export async function checkDiskRoom(folder: string): Promise<void> {
  const room = await diskRoom(folder)
  if (isNearlyFull(room)) throw new Error(`${Math.round(room.free / 1024 ** 2)} MB are free`)
}
