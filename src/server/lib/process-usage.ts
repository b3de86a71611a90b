import { readFileSync } from 'node:fs'

const KILOBYTE = 1024
/** Linux tells every program the time of processes in hundredths of a second, whatever its own clock does. */
const MS_PER_TICK = 10
/** Of those behind the name. */
const FIELDS_BEFORE_TIME = 11

/** What a process of ours holds in memory, in bytes; undefined where the system has no /proc, or when it is gone. */
export function residentBytesOf(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(told(pid, 'status'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * KILOBYTE
}

/** How long the processors have worked for a process of ours, in milliseconds; undefined as above. */
export function processorMsOf(pid: number): number | undefined {
  const line = told(pid, 'stat')
  // The second field is the program's name in brackets, and may hold anything.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [inItself, inKernel] = fields.slice(FIELDS_BEFORE_TIME, FIELDS_BEFORE_TIME + 2)
  return inItself && inKernel ? (Number(inItself) + Number(inKernel)) * MS_PER_TICK : undefined
}

function told(pid: number, file: 'stat' | 'status'): string {
  try {
    // Not read from a disk: waiting for a thread to do it would take longer.
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
