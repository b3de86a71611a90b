import { readdir, readFile } from 'node:fs/promises'

/** The memory of a process and all its descendants, in megabytes. */
export interface TreeMemory {
  /** Shared memory counts for each of them. */
  rss: number
  /** Shared memory is divided among them. */
  pss: number
  /** Each process with its command: rss / pss. */
  processes: string[]
}

/** From /proc. */
export async function memoryOfTree(root: number): Promise<TreeMemory> {
  const pids = await treeOf(root)
  const held = (await Promise.all(pids.map(memoryOf))).filter((one) => one !== undefined)
  const sum = (of: (one: { rss: number; pss: number }) => number) =>
    Math.round(held.reduce((all, one) => all + of(one), 0))
  return {
    rss: sum(({ rss }) => rss),
    pss: sum(({ pss }) => pss),
    processes: held.map(({ command, rss, pss }) => `${command}: ${Math.round(rss)} / ${Math.round(pss)}`),
  }
}

/** The ids of a process and of all its descendants. */
export async function treeOf(root: number): Promise<number[]> {
  const entries = await readdir('/proc')
  const all = entries.filter((entry) => /^\d+$/.test(entry)).map(Number)
  const parents = new Map(await Promise.all(all.map(async (pid) => [pid, await parentOf(pid)] as const)))
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return pid === root || (parent !== undefined && isBelow(parent))
  }
  return all.filter(isBelow)
}

/** Undefined for a process that has ended. */
async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  return parent || undefined
}

/** Undefined for a process that has ended. */
async function memoryOf(pid: number) {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(ignoreEnded)
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(ignoreEnded)
  if (rollup === undefined || command === undefined) return undefined
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) / 1024
  return { command: command.replaceAll('\0', ' ').trim().slice(-60), rss: megabytes('Rss'), pss: megabytes('Pss') }
}

/** Its folder is gone, or still there but unreadable. */
function ignoreEnded(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error
}
