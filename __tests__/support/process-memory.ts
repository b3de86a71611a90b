import { readFile } from 'node:fs/promises'

const LOOK_EVERY_MS = 20

/** Resident memory of a process in bytes, as Linux tells it. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}

/** The most that a process holds while some work goes on, above what it held before; in bytes. */
export async function growthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = await residentBytes(pid)
  let most = before
  const watch = setInterval(() => {
    void residentBytes(pid).then((now) => (most = Math.max(most, now)))
  }, LOOK_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return most - before
}
