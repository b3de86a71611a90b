import { asPartOfThis } from '../lib/followed-work'

/** Asks a database one statement, and resolves to what it answers. */
export type Ask<R> = (sql: string, parameters: readonly unknown[]) => Promise<R>

/** A connection that was borrowed for one batch of reads. */
export interface BatchConnection<R> {
  ask: Ask<R>
  /** Holds back what is asked until `uncork`, so that it leaves in one piece. */
  cork(): void
  uncork(): void
  /** Once all have been answered. `failure`: of one of them. */
  release(failure: unknown): void
}

/** One connection answers its reads one after the other; more than so many are shared between several. */
const BATCH_MAX = 10

interface Waiting<R> {
  sql: string
  parameters: readonly unknown[]
  /** A batch is sent by the request that came first: each of its reads still counts as a part of its own. */
  asItsPart: ReturnType<typeof asPartOfThis>
  resolve: (result: R) => void
  reject: (reason: unknown) => void
}

/**
 * Sends reads that come at the same time to the database together, over one connection: to write to a socket, and to wake
 * who reads there, takes longer than most of the reads. Each is answered, or fails, for itself. While all connections are
 * in use, those that wait become one batch.
 */
export function readInBatches<R>(borrow: () => Promise<BatchConnection<R>>): Ask<R> {
  const waiting: Waiting<R>[] = []
  let isBorrowing = false

  async function sendNext(): Promise<void> {
    let connection: BatchConnection<R>
    try {
      connection = await borrow()
    } catch (error) {
      isBorrowing = false
      for (const { reject } of waiting.splice(0)) reject(error)
      return
    }
    isBorrowing = false
    const batch = waiting.splice(0, BATCH_MAX)
    if (waiting.length > 0) sendSoon()
    let failure: unknown
    connection.cork()
    const answers = batch.map(({ sql, parameters, asItsPart, resolve, reject }) =>
      asItsPart(() => connection.ask(sql, parameters)).then(resolve, (error: unknown) => {
        failure = error
        reject(error)
      }),
    )
    connection.uncork()
    await Promise.all(answers)
    connection.release(failure)
  }

  /** After everything that has come meanwhile was read from its sockets. */
  function sendSoon(): void {
    isBorrowing = true
    setImmediate(() => void sendNext())
  }

  return (sql, parameters) =>
    new Promise((resolve, reject) => {
      waiting.push({ sql, parameters, asItsPart: asPartOfThis(), resolve, reject })
      if (!isBorrowing) sendSoon()
    })
}
