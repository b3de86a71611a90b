import { readFile } from 'node:fs/promises'

const LOOK_EVERY_MS = 20

/** Resident memory of a process in bytes, from /proc. Throws once the process has ended. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
  // For a moment an ended process is still listed, without its memory.
  if (kilobytes === undefined) throw new Error(`Process ${pid} holds no memory any more`)
  return Number(kilobytes) * 1024
}

/** The peak memory of a process during some work, above what it used before; in bytes. */
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
