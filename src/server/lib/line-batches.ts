/** Where lines go to. What was written is there once `flushSync` has returned. */
export interface LineOutput {
  write(lines: string): unknown
  flushSync(): void
}

export interface BatchLimits {
  /** So many characters are handed on at once. */
  length: number
  /** None waits for longer. */
  milliseconds: number
}

/**
 * Gathers lines and hands them on together. SonicBoom, which pino writes with, can wait for a number of bytes too, but
 * measures all that waits anew at every line, which took as long as making the line.
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
