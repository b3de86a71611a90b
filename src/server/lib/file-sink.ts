import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'

const BUFFER_BYTES = 4 * 1024 ** 2
/**
 * Synced in the background throughout, so that no one waits for the disk at the end of a long file. Other writers to this
 * disk, such as the database, then wait for about this much too.
 */
const SYNC_EVERY_BYTES = 16 * 1024 ** 2

interface LengthLimit {
  maxBytes: number
  /** Makes the error for a file that is longer. */
  tooLong: () => Error
  /** Called before bytes are written. When it throws, the stream fails with that error. */
  count?: (bytes: number) => void
}

/**
 * A write stream into a new file, with large writes: `fs.createWriteStream` writes each chunk of a socket separately,
 * which makes uploads a fifth slower. When the stream finishes, the file survives a crash.
 */
export class FileSink extends Writable {
  /** Bytes taken so far. */
  size = 0
  #unsynced = 0
  #syncing: Promise<void> | undefined
  /** Remembered, since the system reports a failed sync only once: the data is lost even if a later sync succeeds. */
  #syncFailure: { reason: unknown } | undefined

  private constructor(
    private readonly handle: FileHandle,
    private readonly limit: LengthLimit | undefined,
  ) {
    super({ highWaterMark: BUFFER_BYTES })
  }

  /** Rejects when the file exists. */
  static async open(file: string, limit?: LengthLimit): Promise<FileSink> {
    return new FileSink(await open(file, 'wx', 0o600), limit)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#keep([chunk]).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#keep(chunks.map(({ chunk }) => chunk)).then(() => done(), done)
  }

  override _final(done: (error?: Error) => void): void {
    this.#settle()
      .then(() => this.handle.datasync())
      .then(() => done(), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#close().then(
      () => done(error),
      (failure: unknown) => done(error ?? (failure as Error)),
    )
  }

  async #close(): Promise<void> {
    try {
      await this.#settle()
    } finally {
      await this.handle.close()
    }
  }

  async #keep(chunks: Buffer[]): Promise<void> {
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0)
    this.size += bytes
    if (this.limit && this.size > this.limit.maxBytes) throw this.limit.tooLong()
    this.limit?.count?.(bytes)
    this.#refuseUnsynced()
    await writeAll(this.handle, chunks, bytes)
    this.#unsynced += bytes
    if (this.#unsynced >= SYNC_EVERY_BYTES) {
      // When the disk is slower than the input, the stream waits: otherwise the unsynced rest would keep growing.
      await this.#syncing
      this.#syncAside()
    }
  }

  /** Syncs in the background. The stream's next operation throws a failure. */
  #syncAside(): void {
    this.#unsynced = 0
    this.#syncing = this.handle
      .datasync()
      .catch((reason: unknown) => void (this.#syncFailure ??= { reason }))
      .finally(() => (this.#syncing = undefined))
  }

  async #settle(): Promise<void> {
    await this.#syncing
    this.#refuseUnsynced()
  }

  #refuseUnsynced(): void {
    if (this.#syncFailure) throw this.#syncFailure.reason
  }
}

/** A single write may write less than it was given, on a full disk for example. */
async function writeAll(handle: FileHandle, chunks: Buffer[], bytes: number): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks)
  if (bytesWritten === bytes) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  for (let written = 0; written < rest.length;) {
    written += (await handle.write(rest, written)).bytesWritten
  }
}
