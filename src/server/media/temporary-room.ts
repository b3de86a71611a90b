import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { tooMany, unavailable } from '../lib/api-error'
import { type DiskRoom, diskRoom, isBelowFloor } from '../lib/disk-room'
import { ignoreMissing } from '../lib/system-errors'

/** For all files being received; half of the free disk space if that is less. */
const ALL_MAX_BYTES = 10 * 1024 ** 3
const RETRY_AFTER_SECONDS = 60
const TOO_MUCH = 'Сейчас загружается слишком много файлов. Пожалуйста, попробуйте через минуту.'
const TOO_MUCH_OF_YOURS = 'Ваши предыдущие файлы ещё загружаются. Пожалуйста, подождите, пока они закончатся.'

/** The bytes of one file being received. */
export interface HeldBytes {
  /** Throws 429 when its sender would exceed `senderMaxBytes`, and 503 when all senders together exceed the limit. */
  add(bytes: number, senderMaxBytes?: number): void
  /** Call it when the file is removed. */
  release(): void
}

/** Limits the disk space of files while their requests run. Counted per process. */
export interface TemporaryRoom {
  /** Call it before a file arrives. Rejects like a full disk when free space is low. */
  check(): Promise<void>
  hold(sender: string): HeldBytes
}

/** `roomOf` returns the free disk space under a folder. */
export function createTemporaryRoom(
  folder: string,
  roomOf: (folder: string) => Promise<DiskRoom> = diskRoom,
): TemporaryRoom {
  const bySender = new Map<string, number>()
  let all = 0
  let allMax = ALL_MAX_BYTES

  return {
    async check() {
      const room = await roomOf(folder)
      if (isBelowFloor(room)) {
        const message = `${Math.round(room.free / 1024 ** 2)} MB are free: no upload begins`
        throw Object.assign(new Error(message), { code: 'ENOSPC' })
      }
      allMax = Math.min(ALL_MAX_BYTES, (room.free + all) / 2)
    },

    hold(sender) {
      let own = 0

      function count(bytes: number): void {
        own += bytes
        all += bytes
        const ofSender = (bySender.get(sender) ?? 0) + bytes
        if (ofSender > 0) bySender.set(sender, ofSender)
        else bySender.delete(sender)
      }

      return {
        add(bytes, senderMaxBytes = Infinity) {
          if ((bySender.get(sender) ?? 0) + bytes > senderMaxBytes)
            throw tooMany(TOO_MUCH_OF_YOURS, RETRY_AFTER_SECONDS)
          if (all + bytes > allMax) throw unavailable(TOO_MUCH, RETRY_AFTER_SECONDS)
          count(bytes)
        },
        // Idempotent: a second call subtracts 0.
        release: () => count(-own),
      }
    },
  }
}

/** Longer than any request may leave its file untouched: even a slow one writes data every minute. */
const OLD_AFTER_MS = 2 * 3_600_000

/** Where files lie while they are received and encoded. */
export function uploadsFolder(dataDir: string): string {
  return path.join(dataDir, 'uploads')
}

/** For the start of the only process: all files there are left over from a killed process. */
export async function clearUploads(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** For a folder that several processes may share: files of a killed process are recognised by their age. */
export async function removeOldUploads(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    const upload = path.join(folder, name)
    const touched = await stat(upload).then(({ mtimeMs }) => mtimeMs, ignoreMissing)
    if (touched !== undefined && touched < now - OLD_AFTER_MS) await rm(upload, { recursive: true, force: true })
  }
}
