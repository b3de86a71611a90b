import { bindTraceContext } from '../lib/trace-context'

/** Runs a statement, and resolves to its result. */
export type Ask<R> = (sql: string, parameters: readonly unknown[]) => Promise<R>

/** A connection that was borrowed for one batch of reads. */
interface BatchConnection<R> {
  ask: Ask<R>
  /** Buffers statements until `uncork`, so that they leave in one packet. */
  cork(): void
  uncork(): void
  /** Call it when all results have arrived. `failure`: that of one of them. */
  release(failure: unknown): void
}

/** One connection processes its reads one after the other, so larger batches are shared between several. */
const BATCH_MAX = 10

interface Waiting<R> {
  sql: string
  parameters: readonly unknown[]
  /**
   * A batch is sent by the request that came first: each of its reads still runs in the trace context of its own
   * request.
   */
  asItsPart: ReturnType<typeof bindTraceContext>
  resolve: (result: R) => void
  reject: (reason: unknown) => void
}

/**
 * Sends concurrent reads to the database together, over one connection: writing to a socket and waking the reader takes
 * longer than most of the reads. Each succeeds or fails independently. While all connections are in use, waiting reads
 * form one batch.
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
    const responses = batch.map(({ sql, parameters, asItsPart, resolve, reject }) =>
      asItsPart(() => connection.ask(sql, parameters)).then(resolve, (error: unknown) => {
        failure = error
        reject(error)
      }),
    )
    connection.uncork()
    await Promise.all(responses)
    connection.release(failure)
  }

  /** After all pending socket input was processed. */
  function sendSoon(): void {
    isBorrowing = true
    setImmediate(() => void sendNext())
  }

  return (sql, parameters) =>
    new Promise((resolve, reject) => {
      waiting.push({ sql, parameters, asItsPart: bindTraceContext(), resolve, reject })
      if (!isBorrowing) sendSoon()
    })
}
