import { readFileSync } from 'node:fs'

const KILOBYTE = 1024

/** What a process of ours holds in memory, in bytes; undefined where the system has no /proc, or when it is gone. */
export function residentMemory(pid: number): number | undefined {
  try {
    // Not read from a disk: waiting for a thread to do it would take longer.
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * KILOBYTE
  } catch {
    return undefined
  }
}
