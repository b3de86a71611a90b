import { API_BASE_PATH, MEDIA_BASE_PATH } from '@contract/paths'
import { SAVED_AT_HEADER } from '../lib/connection'
import {
  type CopyAccess,
  isExpired,
  isRevokedBy,
  mayBeStored,
  opensCopy,
  survivesSignOut,
  tokenDigest,
  VISITED_MAX,
} from './policy'
import { dropDraftsAboutMemorial } from '../lib/draft'

/**
 * Offline copies of memorials: for each a Cache with the server's responses, the files, and an entry of facts. The page
 * writes them, the service worker serves them. An expired or revoked copy is deleted as a whole.
 *
 * A new copy is written to a new cache, with the facts last, before the previous one is deleted: a cache without facts
 * is unfinished and is ignored.
 *
 * A closed page is stored only on request. Its copy opens only with the token with which it was read: responses are
 * served to that token only, and files at the signed URLs in those responses.
 */
const CACHE_NAME = /^memorial-(\d+)(?:-(\d+)-.+)?$/
/** After this time an unfinished cache is abandoned. */
const UNFINISHED_MAX_AGE_MS = 3_600_000
/** Only the key of the entry, not a URL of the site. */
const FACTS_KEY = '/kept/facts'

/** The facts about an offline copy, without opening it. Times are ISO 8601, UTC. */
export interface OfflineCopy extends CopyAccess {
  id: number
  name: string
  /** Dates of life in words. */
  life: string
  photoPath: string | null
  photoCount: number
  hasVoice: boolean
  bytes: number
}

/** A response of the server or one of its files, with its URL. */
export interface CopiedResponse {
  url: string
  response: Response
}

/** Whether this browser supports offline copies: some do not, and none does without https. */
export function canSaveOffline(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator
}

/** The URL of `client/offline/service-worker.ts` as built. */
const WORKER = '/service-worker.js'

/**
 * Enables offline use of the site. Resolves when everything needed is on the device, which takes one download of the
 * bundle. Rejects when the installation fails.
 */
export async function installWorker(): Promise<void> {
  const { installing } = await navigator.serviceWorker.register(WORKER)
  await Promise.race([navigator.serviceWorker.ready, ...(installing ? [failureOf(installing)] : [])])
}

/** Rejects when a worker becomes redundant. */
function failureOf(worker: ServiceWorker): Promise<never> {
  return new Promise((_resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'redundant') reject(new Error('The program could not be kept'))
    })
  })
}

const listeners = new Set<() => void>()

/** Calls back when this tab has stored or deleted a copy. Returns the unsubscribe function. */
export function onCopiesChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All copies, newest first. Expired ones are deleted. */
export async function listOfflineCopies(): Promise<OfflineCopy[]> {
  return (await finishedCaches()).map(({ facts }) => facts)
}

export async function findOfflineCopy(id: number): Promise<OfflineCopy | undefined> {
  return (await listOfflineCopies()).find((copy) => copy.id === id)
}

export async function deleteOfflineCopy(id: number): Promise<void> {
  if (!hasCaches()) return
  const names = await cachesOf(id)
  await Promise.all(names.map((name) => caches.delete(name)))
  if (names.length > 0) for (const listener of listeners) listener()
}

/** Counts how often all closed pages were deleted. */
let signOutGeneration = 0

/**
 * Deletes all closed pages, because a change of account revokes every token of this browser. Copies in progress are
 * abandoned.
 */
export async function dropClosedCopies(): Promise<void> {
  signOutGeneration++
  const closed = (await listOfflineCopies()).filter((copy) => !survivesSignOut(copy))
  await Promise.all(closed.map(({ id }) => deleteOfflineCopy(id)))
}

/** Deletes the copy that only this expired token opens. */
export async function dropCopyOpenedBy(id: number, token: string): Promise<void> {
  const copy = await findOfflineCopy(id)
  if (copy?.openedBy && copy.openedBy === (await tokenDigest(token))) await deleteOfflineCopy(id)
}

/**
 * Call it before a copy is made. The returned guard says later whether the copy may still be stored: a closed page may
 * not, if all closed pages were deleted in the meantime.
 */
export function createSaveGuard(): (facts: Pick<OfflineCopy, 'keptUntil'>) => boolean {
  const before = signOutGeneration
  return (facts) => survivesSignOut(facts) || signOutGeneration === before
}

/**
 * Replaces the offline copy of a memorial. On failure the previous copy stays: it throws a `QuotaExceededError` when
 * the device is full, and returns false when the guard refuses, or the page is closed and was not requested.
 */
export async function writeOfflineCopy(
  facts: OfflineCopy,
  responses: CopiedResponse[],
  isWanted: ReturnType<typeof createSaveGuard> = createSaveGuard(),
): Promise<boolean> {
  if (!mayBeStored(facts)) return false
  const before = await cachesOf(facts.id)
  const name = `memorial-${facts.id}-${Date.now()}-${crypto.randomUUID()}`
  try {
    const cache = await caches.open(name)
    for (const { url, response } of responses) await cache.put(url, await labelled(response, facts))
    if (isWanted(facts)) await cache.put(FACTS_KEY, Response.json(facts))
  } catch (error) {
    await caches.delete(name)
    throw error
  }
  // Checked again: a sign-out deletes only copies that were finished by then.
  if (!isWanted(facts)) {
    await caches.delete(name)
    return false
  }
  await Promise.all(before.map((old) => caches.delete(old)))
  await dropForgotten()
  for (const listener of listeners) listener()
  return true
}

/** A file of a memorial from its existing copy. Its URL changes when the file does. */
export async function offlineFile(id: number, path: string): Promise<Response | undefined> {
  const copy = (await finishedCaches()).find(({ facts }) => facts.id === id)
  return copy && caches.match(mediaUrl(path), { cacheName: copy.name, ignoreSearch: true })
}

/** Records that the server has just confirmed that a memorial exists. */
export async function markChecked({ id, keptAt }: OfflineCopy): Promise<void> {
  const copy = (await finishedCaches()).find(({ facts }) => facts.id === id)
  // The copy was replaced or deleted in the meantime.
  if (copy?.facts.keptAt !== keptAt) return
  const cache = await caches.open(copy.name)
  await cache.put(FACTS_KEY, Response.json({ ...copy.facts, checkedAt: new Date().toISOString() }))
}

/**
 * The stored response for a request with this `Authorization`, no matter how old; undefined when there is none, when it
 * has expired, or when this token does not open it.
 */
export async function offlineResponse(url: string, authorization?: string | null): Promise<Response | undefined> {
  if (!hasCaches()) return undefined
  const path = urlOf(url)
  const key = mediaUrl(path)
  const isFile = key !== path
  const token = authorization?.replace(/^Bearer /, '')
  // The latest copy comes last.
  for (const cacheName of (await caches.keys()).reverse()) {
    if (!CACHE_NAME.test(cacheName)) continue
    const response = await caches.match(key, { cacheName, ignoreSearch: isFile })
    const facts = response && (await readFacts(cacheName))
    if (!facts) continue
    if (isExpired(facts)) {
      await caches.delete(cacheName)
    } else if (facts.keptUntil === null || (!isFile && (await opensCopy(facts, token)))) {
      return response
    } else if (isFile) {
      // Pictures are requested without a token: their signature is in responses that only the token opens.
      const signed = await caches.match(key, { cacheName })
      if (signed) return signed
    }
  }
  return undefined
}

/**
 * Evicts copies according to a response: a deleted memorial is removed together with drafts about it, a closed one
 * without them.
 */
export async function evictIfRevoked(
  url: string,
  status: number,
  authorization: string | null | undefined,
): Promise<void> {
  const id = memorialOf(url)
  if (id === undefined || ![401, 403, 404].includes(status)) return
  // The service worker, which sees the response first, has no access to localStorage.
  if (status === 404) dropDraftsAboutMemorial(id)
  const copy = status === 404 ? undefined : await findOfflineCopy(id)
  if (!copy || isRevokedBy(status, authorization, copy)) await deleteOfflineCopy(id)
}

/**
 * The cache key of a file, which is stored in a single size for pages that request any size: its folder, and the
 * signature of a closed page's URL.
 */
export function mediaUrl(url: string): string {
  const [, folder, signature = ''] = MEDIA.exec(url) ?? []
  return folder ? folder + signature : url
}

const MEDIA = new RegExp(`^(${MEDIA_BASE_PATH}/[^/?]+)/[^?]*(\\?.*)?$`)
const OF_MEMORIAL = new RegExp(`^(?:${API_BASE_PATH}/memorial|/memorials)/(\\d+)/?(?:\\?|$)`)

function memorialOf(url: string): number | undefined {
  const id = OF_MEMORIAL.exec(urlOf(url))?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The URL without its origin. */
function urlOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}

/** Finished or not. */
async function cachesOf(id: number): Promise<string[]> {
  return (await caches.keys()).filter((name) => Number(CACHE_NAME.exec(name)?.[1]) === id)
}

interface FinishedCache {
  name: string
  facts: OfflineCopy
}

/** The newest finished cache of each memorial, newest first. Expired and superseded ones are deleted. */
async function finishedCaches(): Promise<FinishedCache[]> {
  if (!hasCaches()) return []
  const names = (await caches.keys()).filter((name) => CACHE_NAME.test(name))
  const all = await Promise.all(names.map(async (name) => ({ name, facts: await readFacts(name) })))
  const finished = all.flatMap(({ name, facts }) => (facts ? [{ name, facts }] : [])).sort(newestFirst)
  const isNewest = ({ facts }: FinishedCache, index: number) =>
    index === finished.findIndex((other) => other.facts.id === facts.id)
  const wanted = finished.filter((one, index) => isNewest(one, index) && !isExpired(one.facts))
  const isLeft = ({ name, facts }: (typeof all)[number]) =>
    facts ? !wanted.some((one) => one.name === name) : !isBeingWritten(name)
  await Promise.all(all.filter(isLeft).map(({ name }) => caches.delete(name)))
  return wanted
}

function newestFirst(one: FinishedCache, other: FinishedCache): number {
  return other.facts.keptAt.localeCompare(one.facts.keptAt)
}

/** For a cache without facts: whether it may still be in progress. */
function isBeingWritten(name: string): boolean {
  const begunAt = Number(CACHE_NAME.exec(name)?.[2] ?? 0)
  return Date.now() - begunAt < UNFINISHED_MAX_AGE_MS
}

/** Also called by the service worker, which has no `navigator.serviceWorker`. */
function hasCaches(): boolean {
  return 'caches' in globalThis
}

async function readFacts(cacheName: string): Promise<OfflineCopy | undefined> {
  const stored = await caches.match(FACTS_KEY, { cacheName })
  return (await stored?.json()) as OfflineCopy | undefined
}

async function dropForgotten(): Promise<void> {
  const visited = (await listOfflineCopies()).filter(({ isSaved }) => !isSaved)
  await Promise.all(visited.slice(VISITED_MAX).map(({ id }) => deleteOfflineCopy(id)))
}

/** A copy of the response with the time of storing. The server's own headers are for an HTTP cache. */
async function labelled(response: Response, { keptAt }: OfflineCopy): Promise<Response> {
  const headers = new Headers({ [SAVED_AT_HEADER]: keptAt })
  const type = response.headers.get('content-type')
  if (type) headers.set('content-type', type)
  const body = await response.blob()
  headers.set('content-length', String(body.size))
  return new Response(body, { status: response.status, headers })
}
