import { tooMany, unavailable } from '../lib/api-error'
import { type DiskRoom, diskRoom, isBelowFloor } from '../lib/disk-room'

/** Of all files that are being received, or half of what is free where that is less. */
const ALL_MAX_BYTES = 10 * 1024 ** 3
const RETRY_AFTER_SECONDS = 60
const TOO_MUCH = 'Сейчас загружается слишком много файлов. Пожалуйста, попробуйте через минуту.'
const TOO_MUCH_OF_YOURS = 'Ваши предыдущие файлы ещё загружаются. Пожалуйста, подождите, пока они закончатся.'

/** The bytes of one file that is being received. */
export interface HeldBytes {
  /** Throws 429 when its sender would hold more than `senderMaxBytes`, and 503 when all senders hold too much. */
  add(bytes: number, senderMaxBytes?: number): void
  /** The file is gone. */
  release(): void
}

/** Bounds what files take on the disk while their requests run. They are counted by this process. */
export interface TemporaryRoom {
  /** Before a file comes. Rejects as a full disk does, where little of it is free. */
  check(): Promise<void>
  hold(sender: string): HeldBytes
}

/** `roomOf` says how much of the disk is free below a folder. */
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
        // Twice is no more than once.
        release: () => count(-own),
      }
    },
  }
}
