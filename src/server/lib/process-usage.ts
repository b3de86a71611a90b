import { readFileSync } from 'node:fs'

const KILOBYTE = 1024
/** /proc counts processor time in hundredths of a second. */
const MS_PER_TICK = 10
/** Fields between the process name and the times. */
const FIELDS_BEFORE_TIME = 11

/** The resident memory of a child process in bytes; undefined without /proc, or when the process has ended. */
export function residentBytesOf(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * KILOBYTE
}

/** The processor time of a child process in milliseconds; undefined as above. */
export function processorMsOf(pid: number): number | undefined {
  const line = readProc(pid, 'stat')
  // The second field is the process name in brackets, which may contain spaces and brackets.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [inItself, inKernel] = fields.slice(FIELDS_BEFORE_TIME, FIELDS_BEFORE_TIME + 2)
  return inItself && inKernel ? (Number(inItself) + Number(inKernel)) * MS_PER_TICK : undefined
}

function readProc(pid: number, file: 'stat' | 'status'): string {
  try {
    // Synchronous: /proc is not on a disk, and waiting for a worker thread would take longer.
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
