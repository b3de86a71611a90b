import { createLog } from '@server/lib/log'

/** The log of the real server, and its output: all bytes, or one object per line. */
export function aLog() {
  let bytes = ''
  const log = createLog({ destination: { write: (line) => void (bytes += line) } })
  return {
    log,
    written: () => bytes,
    lines: () =>
      bytes
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown> & { msg?: string }),
    clear: () => void (bytes = ''),
  }
}
