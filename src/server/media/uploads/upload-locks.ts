import type { Lock, Locker, RequestRelease } from '@tus/server'

interface Holder {
  askToLeave: RequestRelease
  left: Promise<void>
}

/**
 * One request at a time for each upload of this process. Whoever comes asks the one before to end where it stands: after a
 * break in the network that is a connection from which nothing comes any more. Requests to other processes are told apart
 * by the place of their part (`addPart`).
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

  /** Parts that are coming end where they stand, and so do those that begin from now on: what came of them is kept. */
  askAllToLeave(): void {
    this.#isStopping = true
    for (const { askToLeave } of this.#holders.values()) void askToLeave()
  }
}
