import { API_BASE_PATH, MEDIA_BASE_PATH } from '@contract/paths'

/**
 * Memorials that this device keeps, so that they open without network: for each a cache of the browser with the answers of
 * the server, the files, and an entry of facts. The page writes them, the service worker answers from them. A memorial that
 * may be shown no longer goes as a whole.
 */
const CACHE_PREFIX = 'memorial-'
/** No address of the site: only the entry's key. */
const FACTS_KEY = '/kept/facts'
/** In answers that come from here: when they were kept (ISO 8601, UTC). */
export const KEPT_AT_HEADER = 'x-kept-at'

/** Pages that were only visited go after so long, and when so many others were visited since. */
const VISITED_KEPT_DAYS = 30
const VISITED_MAX = 20
const DAY_MS = 24 * 3_600_000

/** What is known of a kept memorial without opening it. Times are ISO 8601, UTC. */
export interface KeptMemorial {
  id: number
  name: string
  /** Days of life in words. */
  life: string
  photoPath: string | null
  keptAt: string
  /** A closed page may be shown until then; null for a public one. */
  keptUntil: string | null
  /** When the server was last asked whether it is there still, if that was after `keptAt`. */
  checkedAt?: string
  /** Somebody asked for it to be kept, so it stays until they take it away; else it was only visited. */
  isSaved: boolean
  /** It was read with the token of an account, so it goes when that account signs out. */
  isOfAccount: boolean
  photoCount: number
  hasVoice: boolean
  bytes: number
}

/** An answer of the server or a file of it, by the address under which it is asked for. */
export interface KeptAnswer {
  address: string
  response: Response
}

/** Whether this browser can keep pages: some can't, and none can in an installation without https. */
export function canKeep(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator
}

const listeners = new Set<() => void>()

/** Calls back when this tab has kept or deleted something. Returns what ends it. */
export function onKeptChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The kept memorials, the newest first. Those whose time is over are deleted on the way. */
export async function listKept(): Promise<KeptMemorial[]> {
  if (!canKeepHere()) return []
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
  const kept = await Promise.all(names.map(async (name) => ({ name, facts: await readFacts(name) })))
  const [alive, over] = split(kept, ({ facts }) => facts !== undefined && !isOver(facts))
  await Promise.all(over.map(({ name }) => caches.delete(name)))
  return alive.flatMap(({ facts }) => facts ?? []).sort((a, b) => b.keptAt.localeCompare(a.keptAt))
}

export async function readKept(id: number): Promise<KeptMemorial | undefined> {
  return (await listKept()).find((kept) => kept.id === id)
}

export async function dropKept(id: number): Promise<void> {
  if (!canKeepHere() || !(await caches.delete(cacheOf(id)))) return
  for (const listener of listeners) listener()
}

/** Deletes those that were read with the token of an account. */
export async function dropKeptOfAccount(): Promise<void> {
  const ofAccount = (await listKept()).filter(({ isOfAccount }) => isOfAccount)
  await Promise.all(ofAccount.map(({ id }) => dropKept(id)))
}

/**
 * Keeps a memorial in place of what was kept of it before. Throws a `QuotaExceededError` when the device has no room; then
 * nothing of it is kept, or what was kept before.
 */
export async function writeKept(facts: KeptMemorial, answers: KeptAnswer[]): Promise<void> {
  const isNew = !(await caches.has(cacheOf(facts.id)))
  const cache = await caches.open(cacheOf(facts.id))
  try {
    const written = new Set([FACTS_KEY, ...answers.map(({ address }) => address)])
    // First, since a cache without its facts is taken for one whose time is over.
    await cache.put(FACTS_KEY, Response.json(facts))
    for (const { address, response } of answers) await cache.put(address, await labelled(response, facts))
    for (const { url } of await cache.keys()) if (!written.has(addressOf(url))) await cache.delete(url)
  } catch (error) {
    // What was kept before is better than nothing.
    if (isNew) await dropKept(facts.id)
    throw error
  }
  await dropForgotten()
  for (const listener of listeners) listener()
}

/** Notes that the server has just said that a kept memorial is there still. */
export async function noteChecked({ id, keptAt }: KeptMemorial): Promise<void> {
  const kept = await readKept(id)
  // It was kept anew or taken away meanwhile.
  if (kept?.keptAt !== keptAt) return
  const cache = await caches.open(cacheOf(id))
  await cache.put(FACTS_KEY, Response.json({ ...kept, checkedAt: new Date().toISOString() }))
}

/** What was kept for a request, however long ago; undefined when nothing was, or its time is over. */
export async function keptAnswer(url: string): Promise<Response | undefined> {
  if (!canKeepHere()) return undefined
  const address = addressOf(url)
  return (await matchKept(address)) ?? (await matchKept(mediaAddress(address)))
}

/**
 * What an answer of the server tells of a memorial: one that is there no more is deleted from the device, and so is one that
 * was closed. A closed page goes only when it was refused to the kind of token that it was kept with: its PIN has changed.
 */
export async function heedAnswer(url: string, status: number, authorization: string | null | undefined): Promise<void> {
  const id = memorialOf(url)
  if (id === undefined || ![401, 403, 404].includes(status)) return
  const kept = status === 404 ? undefined : await readKept(id)
  if (kept?.keptUntil) {
    if (!authorization || authorization.startsWith('Bearer pin.') === kept.isOfAccount) return
  }
  await dropKept(id)
}

/**
 * The key of a file, which is kept in one size only, whatever size a page asks for: the folder it lies in, without the
 * signature, which ends sooner than what is kept.
 */
export function mediaAddress(address: string): string {
  const [, folder] = MEDIA.exec(address) ?? []
  return folder ?? address
}

const MEDIA = new RegExp(`^(${MEDIA_BASE_PATH}/[^/]+)/`)
const OF_MEMORIAL = new RegExp(`^(?:${API_BASE_PATH}/memorial|/memorials)/(\\d+)/?(?:\\?|$)`)

function memorialOf(url: string): number | undefined {
  const id = OF_MEMORIAL.exec(addressOf(url))?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Of absolute addresses the part behind the origin. */
function addressOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}

function cacheOf(id: number): string {
  return `${CACHE_PREFIX}${id}`
}

/** The service worker asks too, and has no `navigator.serviceWorker`. */
function canKeepHere(): boolean {
  return 'caches' in globalThis
}

async function matchKept(address: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHE_PREFIX)) continue
    const response = await caches.match(address, { cacheName: name })
    if (!response) continue
    const facts = await readFacts(name)
    if (facts && !isOver(facts)) return response
    await caches.delete(name)
  }
  return undefined
}

async function readFacts(cacheName: string): Promise<KeptMemorial | undefined> {
  const stored = await caches.match(FACTS_KEY, { cacheName })
  return (await stored?.json()) as KeptMemorial | undefined
}

function isOver({ keptUntil, keptAt, isSaved }: KeptMemorial): boolean {
  if (keptUntil && Date.parse(keptUntil) <= Date.now()) return true
  return !isSaved && Date.now() - Date.parse(keptAt) > VISITED_KEPT_DAYS * DAY_MS
}

async function dropForgotten(): Promise<void> {
  const visited = (await listKept()).filter(({ isSaved }) => !isSaved)
  await Promise.all(visited.slice(VISITED_MAX).map(({ id }) => dropKept(id)))
}

/** The same answer, which tells when it was kept. The server's own headers are for a cache that asks it. */
async function labelled(response: Response, { keptAt }: KeptMemorial): Promise<Response> {
  const headers = new Headers({ [KEPT_AT_HEADER]: keptAt })
  const type = response.headers.get('content-type')
  if (type) headers.set('content-type', type)
  const body = await response.blob()
  headers.set('content-length', String(body.size))
  return new Response(body, { status: response.status, headers })
}

function split<T>(items: T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
