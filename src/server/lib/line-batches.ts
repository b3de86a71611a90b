/** Where lines go. After `flushSync`, everything written is there. */
export interface LineOutput {
  write(lines: string): unknown
  flushSync(): void
}

export interface BatchLimits {
  /** A batch is written at this many characters. */
  length: number
  /** No line waits longer. */
  milliseconds: number
}

/**
 * Batches lines. SonicBoom, which pino writes with, can wait for a number of bytes too, but measures the whole buffer again
 * at every line, which took as long as formatting the line.
 */
export function inBatches(output: LineOutput, { length, milliseconds }: BatchLimits): LineOutput {
  let waiting = ''

  function handOn(): void {
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    output.write(lines)
  }

  setInterval(handOn, milliseconds).unref()
  return {
    write(line) {
      waiting += line
      if (waiting.length >= length) handOn()
    },
    flushSync() {
      handOn()
      output.flushSync()
    },
  }
}
