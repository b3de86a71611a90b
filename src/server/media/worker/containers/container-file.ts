import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

/** The read buffer, so that a long file needs few system calls. */
const WINDOW_BYTES = 256 * 1024
const ZEROS = Buffer.alloc(1024 ** 2)

/** The file does not have this format, or is truncated. */
export class BrokenContainer extends Error {}

/** Why no program opens a recording: it is protected against copying, or its camera did not finish it. */
export type ProblemOfRecording = 'protected' | 'unfinished'

export class UnplayableContainer extends BrokenContainer {
  constructor(readonly problem: ProblemOfRecording) {
    super(`The recording is ${problem}`)
  }
}

/** Bytes from `start` to `end`, `end` excluded. */
export interface ByteSpan {
  start: number
  end: number
}

/**
 * A local file that is changed in place. All calls are synchronous: use it only in the media threads, which may be
 * ended at any time.
 */
export class ContainerFile {
  #size: number
  #window: Buffer = Buffer.alloc(0)
  #windowStart = 0

  private constructor(private readonly descriptor: number) {
    this.#size = fstatSync(descriptor).size
  }

  static edit<T>(file: string, work: (opened: ContainerFile) => T): T {
    const descriptor = openSync(file, 'r+')
    try {
      return work(new ContainerFile(descriptor))
    } finally {
      closeSync(descriptor)
    }
  }

  /** Bytes. */
  get size(): number {
    return this.#size
  }

  /**
   * Reads bytes. Throws when the file is too short. The buffer may be shared with other reads: copy it before changing
   * it.
   */
  read(start: number, length: number): Buffer {
    if (start < 0 || length < 0 || start + length > this.#size) throw new BrokenContainer('The file breaks off')
    if (length > WINDOW_BYTES) return this.#load(start, length)
    const windowEnd = this.#windowStart + this.#window.length
    if (start < this.#windowStart || start + length > windowEnd) {
      this.#window = this.#load(start, Math.min(WINDOW_BYTES, this.#size - start))
      this.#windowStart = start
    }
    const at = start - this.#windowStart
    return this.#window.subarray(at, at + length)
  }

  write(start: number, bytes: Buffer): void {
    this.#forget()
    for (let written = 0; written < bytes.length;) {
      written += writeSync(this.descriptor, bytes, written, bytes.length - written, start + written)
    }
  }

  /** Overwrites with zeros. */
  wipe({ start, end }: ByteSpan): void {
    for (let at = start; at < end; at += ZEROS.length)
      this.write(at, ZEROS.subarray(0, Math.min(ZEROS.length, end - at)))
  }

  cutOffAt(size: number): void {
    if (size >= this.#size) return
    this.#forget()
    ftruncateSync(this.descriptor, size)
    this.#size = size
  }

  /** Retains only these spans, moved together. They must be in order and not overlap. */
  compactTo(spans: Iterable<ByteSpan>): void {
    let end = 0
    for (const span of spans) {
      if (span.start !== end) this.#moveDown(span, end)
      end += span.end - span.start
    }
    this.cutOffAt(end)
  }

  #moveDown({ start, end }: ByteSpan, to: number): void {
    for (let at = start; at < end; at += ZEROS.length) {
      this.write(to + at - start, this.#load(at, Math.min(ZEROS.length, end - at)))
    }
  }

  #load(start: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    for (let read = 0; read < length;) {
      const more = readSync(this.descriptor, bytes, read, length - read, start + read)
      if (more === 0) throw new BrokenContainer('The file breaks off')
      read += more
    }
    return bytes
  }

  #forget(): void {
    this.#window = Buffer.alloc(0)
  }
}
