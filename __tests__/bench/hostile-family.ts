import { readdir, readFile } from 'node:fs/promises'
import { residentBytes } from '@support/process-memory'

const LOOK_EVERY_MS = 50

/** The most that a process and all that it has started hold together while some work goes on; in bytes. */
export async function mostHeldDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const watch = { most: await heldBytes(pid), isOver: false }
  const watching = (async () => {
    while (!watch.isOver) {
      watch.most = Math.max(watch.most, await heldBytes(pid))
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  })()
  await work().finally(() => (watch.isOver = true))
  await watching
  return watch.most
}

async function heldBytes(pid: number): Promise<number> {
  const family = [pid, ...(await descendantsOf(pid))]
  // One that has just ended holds nothing.
  const held = await Promise.all(family.map((member) => residentBytes(member).catch(() => 0)))
  return held.reduce((sum, bytes) => sum + (bytes || 0), 0)
}

async function descendantsOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}
