import type { Lock, Locker, RequestRelease } from '@tus/server'

interface Holder {
  askToLeave: RequestRelease
  left: Promise<void>
}

/**
 * One request at a time for each upload in this process. A new request asks the current one to stop where it is: after
 * a network failure that is a connection that receives nothing more. Between processes the offset of the chunk decides
 * (`addPart`).
 */
export class UploadLocks implements Locker {
  readonly #holders = new Map<string, Holder>()
  #isStopping = false

  newLock(id: string): Lock {
    let leave: () => void = () => undefined
    return {
      lock: async (_signal, askToLeave) => {
        for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
          await holder.askToLeave()
          await holder.left
        }
        const left = new Promise<void>((resolve) => (leave = resolve))
        this.#holders.set(id, { askToLeave, left })
        if (this.#isStopping) void askToLeave()
      },
      unlock: async () => {
        this.#holders.delete(id)
        leave()
      },
    }
  }

  /** Stops incoming chunks where they are, and those that start from now on; what arrived is stored. */
  askAllToLeave(): void {
    this.#isStopping = true
    for (const { askToLeave } of this.#holders.values()) void askToLeave()
  }
}
