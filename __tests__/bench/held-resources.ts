import { readdir, readlink } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { memoryOfTree, treeOf } from '@support/tree-memory'
import { median } from './median'

const LOOK_EVERY_MS = 5000
const MB = 1024 ** 2
/** Of the time under load: until caches are full and code is compiled. */
const WARM_UP = 0.25

/** What an installation holds at one moment. */
export type Held = Record<string, number>

interface Tolerance {
  /** By which share it may be more in the last third than in the first. */
  share: number
  /** And by how much more. */
  more: number
}

/** Whatever is not named here may grow by as much as `FEW`. */
const TOLERANCES: Record<string, Tolerance> = {
  'memory (RSS, MB)': { share: 0.1, more: 10 },
  'memory (PSS, MB)': { share: 0.1, more: 10 },
  'heap of the server (MB)': { share: 0.15, more: 10 },
  'outside of the heap (MB)': { share: 0.15, more: 10 },
}
const FEW: Tolerance = { share: 0.1, more: 5 }

/** Looks every five seconds at what a process and all that it started hold, and at what `more` tells. */
export function watchHeld(look: () => Promise<Held>) {
  const samples: Held[] = []
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      samples.push(await look())
      await pause(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return {
    samples,
    async stop() {
      over.abort()
      await watching
    },
  }
}

/** Memory, open files and sockets of a process and all that it started, and what the server tells at /metrics. */
export async function heldBy(pid: number, server: { url: string; metricsToken: string }): Promise<Held> {
  const [{ rss, pss }, open, told] = await Promise.all([memoryOfTree(pid), openOf(pid), metricsOf(server)])
  return { 'memory (RSS, MB)': rss, 'memory (PSS, MB)': pss, ...open, ...told }
}

/** The medians of the first and of the last third after the warm-up, and whether the last is no more than it may be. */
export function flatness(samples: Held[]): { what: string; first: number; last: number; isFlat: boolean }[] {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP))
  const third = Math.floor(warm.length / 3)
  if (third === 0) throw new Error(`${samples.length} looks are too few to compare`)
  return Object.keys(warm[0] ?? {}).map((what) => {
    const medianOf = (some: Held[]) => median(some.map((held) => held[what] ?? 0))
    const [first, last] = [medianOf(warm.slice(0, third)), medianOf(warm.slice(-third))]
    const { share, more } = TOLERANCES[what] ?? FEW
    return { what, first, last, isFlat: last <= first * (1 + share) + more }
  })
}

/** As Linux tells it. What has ended meanwhile holds nothing. */
async function openOf(root: number): Promise<Held> {
  let files = 0
  let sockets = 0
  for (const pid of await treeOf(root)) {
    const folder = `/proc/${pid}/fd`
    const names = await readdir(folder).catch(() => [])
    const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')))
    const ofThis = targets.filter((target) => target.startsWith('socket:')).length
    sockets += ofThis
    files += targets.length - ofThis
  }
  return { 'open files': files, 'open sockets': sockets }
}

async function metricsOf({ url, metricsToken }: { url: string; metricsToken: string }): Promise<Held> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const text = await answer.text()
  const figure = (name: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`pomnim_${name} `))
    if (line === undefined) throw new Error(`/metrics tells no ${name}`)
    return Number(line.split(' ').at(-1))
  }
  return {
    'heap of the server (MB)': Math.round(figure('nodejs_heap_size_used_bytes') / MB),
    'outside of the heap (MB)': Math.round(figure('nodejs_external_memory_bytes') / MB),
    'connections to the database': figure('pool_connections{state="total"}'),
    'requests that wait for one': figure('pool_connections{state="waiting"}'),
    'letters that are due': figure('letters{state="due"}'),
    'removals of files that are due': figure('removals_due'),
    'uploads under way': figure('uploads'),
  }
}
