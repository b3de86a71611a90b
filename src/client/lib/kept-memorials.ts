import { API_BASE_PATH, MEDIA_BASE_PATH } from '@contract/paths'
import { type CopyAccess, opensCopy, tokenDigest } from './copy-access'
import { dropDraftsAboutMemorial } from './draft'

/**
 * Memorials that this device keeps, so that they open without network: for each a cache of the browser with the answers of
 * the server, the files, and an entry of facts. The page writes them, the service worker answers from them. A memorial that
 * may be shown no longer goes as a whole.
 *
 * Whoever keeps a memorial anew writes another cache, with the facts last, and then deletes the one before: a cache without
 * facts is unfinished, and nobody reads it.
 *
 * A closed page is stored only where somebody asked for it. Its copy opens only with the token with which it was read: each
 * answer is given to that token, and a file at the signed address that stands in those answers.
 */
const CACHE_NAME = /^memorial-(\d+)(?:-(\d+)-.+)?$/
/** After so long nobody writes an unfinished cache any more. */
const UNFINISHED_KEPT_MS = 3_600_000
/** No address of the site: only the entry's key. */
const FACTS_KEY = '/kept/facts'
/** In answers that come from here: when they were kept (ISO 8601, UTC). */
export const KEPT_AT_HEADER = 'x-kept-at'

/** Pages that were only visited go after so long, and when so many others were visited since. */
const VISITED_KEPT_DAYS = 30
const VISITED_MAX = 20
const DAY_MS = 24 * 3_600_000

/** What is known of a kept memorial without opening it. Times are ISO 8601, UTC. */
export interface KeptMemorial extends CopyAccess {
  id: number
  name: string
  /** Days of life in words. */
  life: string
  photoPath: string | null
  keptAt: string
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
  return (await finishedCaches()).map(({ facts }) => facts)
}

export async function readKept(id: number): Promise<KeptMemorial | undefined> {
  return (await listKept()).find((kept) => kept.id === id)
}

export async function dropKept(id: number): Promise<void> {
  if (!canKeepHere()) return
  const names = await cachesOf(id)
  await Promise.all(names.map((name) => caches.delete(name)))
  if (names.length > 0) for (const listener of listeners) listener()
}

/** Counts how often closed pages had to leave. */
let signOutGeneration = 0

/** Deletes all closed pages: a change of account ends every token of this browser. What is being stored now is given up. */
export async function dropClosedCopies(): Promise<void> {
  signOutGeneration++
  const closed = (await listKept()).filter(({ keptUntil }) => keptUntil !== null)
  await Promise.all(closed.map(({ id }) => dropKept(id)))
}

/** Deletes the copy that only this token opens, which has ended. */
export async function dropCopyOpenedBy(id: number, token: string): Promise<void> {
  const kept = await readKept(id)
  if (kept?.openedBy && kept.openedBy === (await tokenDigest(token))) await dropKept(id)
}

/**
 * Begins to keep something. Returns what tells later whether it is wanted still: a closed page is not, once all closed pages
 * had to leave.
 */
export function beginKeeping(): (facts: Pick<KeptMemorial, 'keptUntil'>) => boolean {
  const before = signOutGeneration
  return ({ keptUntil }) => keptUntil === null || signOutGeneration === before
}

/**
 * Keeps a memorial in place of what was kept of it before. When it cannot, that stays: it throws a `QuotaExceededError` when
 * the device has no room, and returns false when it is wanted no more, or closed and nobody asked for it.
 */
export async function writeKept(
  facts: KeptMemorial,
  answers: KeptAnswer[],
  isWanted: ReturnType<typeof beginKeeping> = beginKeeping(),
): Promise<boolean> {
  if (facts.keptUntil !== null && !facts.isSaved) return false
  const before = await cachesOf(facts.id)
  const name = `memorial-${facts.id}-${Date.now()}-${crypto.randomUUID()}`
  try {
    const cache = await caches.open(name)
    for (const { address, response } of answers) await cache.put(address, await labelled(response, facts))
    if (isWanted(facts)) await cache.put(FACTS_KEY, Response.json(facts))
  } catch (error) {
    await caches.delete(name)
    throw error
  }
  // Asked again: who signs out deletes what is finished by then.
  if (!isWanted(facts)) {
    await caches.delete(name)
    return false
  }
  await Promise.all(before.map((old) => caches.delete(old)))
  await dropForgotten()
  for (const listener of listeners) listener()
  return true
}

/** A file of a memorial as it is kept already. Its address changes when the file does. */
export async function keptFile(id: number, path: string): Promise<Response | undefined> {
  const kept = (await finishedCaches()).find(({ facts }) => facts.id === id)
  return kept && caches.match(mediaAddress(path), { cacheName: kept.name, ignoreSearch: true })
}

/** Notes that the server has just said that a kept memorial is there still. */
export async function noteChecked({ id, keptAt }: KeptMemorial): Promise<void> {
  const kept = (await finishedCaches()).find(({ facts }) => facts.id === id)
  // It was kept anew or taken away meanwhile.
  if (kept?.facts.keptAt !== keptAt) return
  const cache = await caches.open(kept.name)
  await cache.put(FACTS_KEY, Response.json({ ...kept.facts, checkedAt: new Date().toISOString() }))
}

/**
 * What was kept for a request that carries this `Authorization`, however long ago; undefined when nothing was, when its time is
 * over, and when this token does not open it.
 */
export async function keptAnswer(url: string, authorization?: string | null): Promise<Response | undefined> {
  if (!canKeepHere()) return undefined
  const address = addressOf(url)
  const key = mediaAddress(address)
  const isFile = key !== address
  const token = authorization?.replace(/^Bearer /, '')
  // The latest that was written comes last.
  for (const cacheName of (await caches.keys()).reverse()) {
    if (!CACHE_NAME.test(cacheName)) continue
    const response = await caches.match(key, { cacheName, ignoreSearch: isFile })
    const facts = response && (await readFacts(cacheName))
    if (!facts) continue
    if (isOver(facts)) {
      await caches.delete(cacheName)
    } else if (facts.keptUntil === null || (!isFile && (await opensCopy(facts, token)))) {
      return response
    } else if (isFile) {
      // Pictures are asked for without a token: their signature stands in answers that only the token opens.
      const signed = await caches.match(key, { cacheName })
      if (signed) return signed
    }
  }
  return undefined
}

/**
 * What an answer of the server tells of a memorial: one that is there no more is deleted from the device with what was written
 * about it, and one that was closed without that. A closed page goes only when it was refused to the kind of token that it was
 * kept with: its PIN has changed.
 */
export async function heedAnswer(url: string, status: number, authorization: string | null | undefined): Promise<void> {
  const id = memorialOf(url)
  if (id === undefined || ![401, 403, 404].includes(status)) return
  // The service worker, which hears of it first, cannot reach them.
  if (status === 404) dropDraftsAboutMemorial(id)
  const kept = status === 404 ? undefined : await readKept(id)
  if (kept?.keptUntil) {
    if (!authorization || authorization.startsWith('Bearer pin.') === kept.isOfAccount) return
  }
  await dropKept(id)
}

/**
 * The key of a file, which is kept in one size only, whatever size a page asks for: the folder it lies in, and the signature
 * that those of closed pages have.
 */
export function mediaAddress(address: string): string {
  const [, folder, signature = ''] = MEDIA.exec(address) ?? []
  return folder ? folder + signature : address
}

const MEDIA = new RegExp(`^(${MEDIA_BASE_PATH}/[^/?]+)/[^?]*(\\?.*)?$`)
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

/** Finished or not. */
async function cachesOf(id: number): Promise<string[]> {
  return (await caches.keys()).filter((name) => Number(CACHE_NAME.exec(name)?.[1]) === id)
}

interface FinishedCache {
  name: string
  facts: KeptMemorial
}

/** One of each memorial, the newest first. Those whose time is over, and those in whose place a newer one is, are deleted. */
async function finishedCaches(): Promise<FinishedCache[]> {
  if (!canKeepHere()) return []
  const names = (await caches.keys()).filter((name) => CACHE_NAME.test(name))
  const all = await Promise.all(names.map(async (name) => ({ name, facts: await readFacts(name) })))
  const finished = all.flatMap(({ name, facts }) => (facts ? [{ name, facts }] : [])).sort(newestFirst)
  const isNewest = ({ facts }: FinishedCache, index: number) =>
    index === finished.findIndex((other) => other.facts.id === facts.id)
  const wanted = finished.filter((one, index) => isNewest(one, index) && !isOver(one.facts))
  const isLeft = ({ name, facts }: (typeof all)[number]) =>
    facts ? !wanted.some((one) => one.name === name) : !isBeingWritten(name)
  await Promise.all(all.filter(isLeft).map(({ name }) => caches.delete(name)))
  return wanted
}

function newestFirst(one: FinishedCache, other: FinishedCache): number {
  return other.facts.keptAt.localeCompare(one.facts.keptAt)
}

/** Of a cache without facts: whether somebody may still be at it. */
function isBeingWritten(name: string): boolean {
  const begunAt = Number(CACHE_NAME.exec(name)?.[2] ?? 0)
  return Date.now() - begunAt < UNFINISHED_KEPT_MS
}

/** The service worker asks too, and has no `navigator.serviceWorker`. */
function canKeepHere(): boolean {
  return 'caches' in globalThis
}

async function readFacts(cacheName: string): Promise<KeptMemorial | undefined> {
  const stored = await caches.match(FACTS_KEY, { cacheName })
  return (await stored?.json()) as KeptMemorial | undefined
}

/** Former versions stored closed pages that nobody had asked for, and opened them for everybody. */
function isOver({ keptUntil, openedBy, keptAt, isSaved }: KeptMemorial): boolean {
  if (keptUntil !== null && (!isSaved || !openedBy || Date.parse(keptUntil) <= Date.now())) return true
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
