import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { ARCHIVE_KINDS, type ArchiveItem, type ArchiveKind } from '@contract/archive'
import { ALBUM_FIRST_PHOTOS, MEMORIES_PAGE_SIZE, PICTURE_WIDTHS } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { ADVANCED } from '@contract/memorial-terms'
import { fullName } from '@contract/names'
import { pictureCopyPath } from '@contract/picture'
import { lifeInWords } from '@contract/shown-days'
import { archiveApi } from '@client/api/archive-api'
import { burialApi } from '@client/api/burial-api'
import { isClosed, isNotFound } from '@client/api/errors'
import { memorialApi } from '@client/api/memorial-api'
import { memoryApi } from '@client/api/memory-api'
import { accessOf, type Reader } from '@client/offline/policy'
import { SAVED_AT_HEADER } from '@client/lib/connection'
import {
  type CopiedResponse,
  createSaveGuard,
  deleteOfflineCopy,
  findOfflineCopy,
  mediaUrl,
  type OfflineCopy,
  offlineFile,
  writeOfflineCopy,
} from '@client/offline/copies'
import { createAppStore } from '@client/store/create-app-store'

interface SaveOptions {
  /**
   * The reader asked for the copy: it includes the first photos and voices, and lasts until they delete it. Otherwise it is
   * a copy of a visited public page.
   */
  isSaved: boolean
  /** An automatic renewal: it must not override what the reader has saved or deleted in the meantime. */
  isRenewal?: boolean
  /** Receives the progress, from 0 to 1. */
  onProgress?: (part: number) => void
}

/** 'gone': the page was deleted or closed, and its copy is deleted. 'failed': the earlier copy stays. */
type SaveOutcome = { copy: OfflineCopy } | 'gone' | 'no-room' | 'failed'

/** The first photos, in the order of the family. */
const PHOTOS_MAX = 12
/** The first voices of stories and words: a megabyte each at most, as browsers record them. */
const VOICES_MAX = 12
/** In bytes. A longer recording is not copied. */
const VOICE_MAX_BYTES = 20 * 1024 ** 2
/** A file that takes longer is left out: enough for the longest recording at two megabits a second. */
const FILE_TIMEOUT_MS = 90_000
/** As sharp as the display of a phone. */
const PICTURE_WIDTH = PICTURE_WIDTHS[2]

/**
 * Saves the current state of a memorial on this device, and fetches all of it from the server again. A public page is read
 * without tokens, even if an account is signed in.
 */
export async function saveMemorial(
  memorial: Pick<Memorial, 'id' | 'public_status'>,
  reader: Reader,
  options: SaveOptions,
): Promise<SaveOutcome> {
  const save = () => saveAlone(memorial, reader, options)
  if (!('locks' in navigator)) return save()
  // Only one of several tabs does it. An explicit save waits; a renewal is left to the other tab.
  const { isRenewal = false } = options
  return navigator.locks.request(`keep-memorial-${memorial.id}`, { ifAvailable: isRenewal }, (lock) =>
    lock ? save() : 'failed',
  )
}

async function saveAlone(
  { id, public_status }: Pick<Memorial, 'id' | 'public_status'>,
  reader: Reader,
  { isSaved, isRenewal = false, onProgress = () => undefined }: SaveOptions,
): Promise<SaveOutcome> {
  const isWanted = createSaveGuard()
  const tokens = public_status ? {} : reader
  const { responses, dispatch } = recordingStore(id, tokens)
  const asked = await dispatch(memorialApi.endpoints.getMemorial.initiate(id))
  if (!asked.data) {
    if (!isNotFound(asked.error) && !isClosed(asked.error)) return 'failed'
    await deleteOfflineCopy(id)
    return 'gone'
  }
  // The page was closed or opened since it was shown: the next visit handles that.
  if (asked.data.public_status !== public_status) return 'failed'

  const memorial = asked.data
  const lists = await askForLists(dispatch, memorial)
  if (!lists) return 'failed'
  const files = filesOf(memorial, lists, isSaved)
  const stored: CopiedResponse[] = []
  for (const [index, file] of files.entries()) {
    onProgress(index / files.length)
    const response = (await offlineFile(id, file.path)) ?? (await fetchFile(file))
    if (response) stored.push({ url: mediaUrl(file.path), response })
  }
  onProgress(1)
  // Responses from the device itself are not fresh.
  if (responses.some(({ response }) => response.headers.has(SAVED_AT_HEADER))) return 'failed'

  const isStored = ({ path }: CopiedFile) => stored.some(({ url }) => url === mediaUrl(path))
  const all = [...responses, ...stored]
  const copy: OfflineCopy = {
    id,
    name: fullName(memorial),
    life: lifeInWords(memorial),
    photoPath: memorial.photo_path,
    keptAt: new Date().toISOString(),
    ...(await accessOf(tokens, public_status)),
    isSaved,
    photoCount: files.filter((file) => file.kind === 'photo' && isStored(file)).length,
    hasVoice: files.some((file) => file.kind === 'voice' && isStored(file)),
    bytes: await bytesOf(all),
  }
  if (isRenewal && ((await findOfflineCopy(id))?.isSaved ?? false) !== isSaved) return 'failed'
  try {
    return (await writeOfflineCopy(copy, all, isWanted)) ? { copy } : 'failed'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'no-room' : 'failed'
  }
}

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>

/**
 * A store of its own that records the responses. Its requests have the same URLs as those of the page. The page's own store is
 * not disturbed.
 */
function recordingStore(memorialId: number, { accountToken, memorialToken }: Reader) {
  const responses: CopiedResponse[] = []
  const session = {
    accountToken,
    memorialTokens: memorialToken ? { [memorialId]: memorialToken } : {},
    isRestored: true,
  }
  const { dispatch } = createAppStore({
    preloadedState: { session },
    fetchFn: async (request, init) => {
      const response = await fetch(new Request(request, { ...init, cache: 'no-cache' }))
      const { pathname, search } = new URL(response.url)
      responses.push({ url: pathname + search, response: response.clone() })
      return response
    },
  })
  return { responses, dispatch: dispatch as Dispatch }
}

interface Lists {
  photos: ArchiveItem[]
  recordings: ArchiveItem[]
  /** The addresses of the voices of stories and words. */
  voices: string[]
  gravePhoto: string | null
  roadPhotos: string[]
}

/** Fetches everything that the page requests besides the memorial; undefined if a request fails. */
async function askForLists(dispatch: Dispatch, { id, profile_rate }: Memorial): Promise<Lists | undefined> {
  const archive = (kind: ArchiveKind) => dispatch(archiveApi.endpoints.getArchive.initiate({ kind, memorialId: id }))
  const firstPhotos = { memorialId: id, limit: ALBUM_FIRST_PHOTOS }
  const [burial, stories, words, code, ...archives] = await Promise.all([
    dispatch(burialApi.endpoints.getBurial.initiate(id)),
    dispatch(memoryApi.endpoints.getStories.initiate(id)),
    dispatch(memoryApi.endpoints.getMemories.initiate({ memorialId: id, offset: 0, limit: MEMORIES_PAGE_SIZE })),
    dispatch(memorialApi.endpoints.getQrCode.initiate(id)),
    ...(profile_rate === ADVANCED
      ? [...ARCHIVE_KINDS.map(archive), dispatch(archiveApi.endpoints.getFirstPhotos.initiate(firstPhotos))]
      : []),
  ])
  if ([burial, stories, words, code, ...archives].some(({ isSuccess }) => !isSuccess)) return undefined
  const [photos, recordings] = archives.map(({ data }) => (Array.isArray(data) ? data : []))
  return {
    photos: photos ?? [],
    recordings: recordings ?? [],
    voices: [...(stories.data?.result ?? []), ...(words.data?.result ?? [])].flatMap(
      ({ voice }) => voice?.file_path ?? [],
    ),
    gravePhoto: burial.data?.photo_path ?? null,
    roadPhotos: (burial.data?.road ?? []).map((step) => step.photo_path),
  }
}

interface CopiedFile {
  kind: 'portrait' | 'grave' | 'photo' | 'voice'
  path: string
  maxBytes?: number
}

function filesOf(memorial: Memorial, lists: Lists, isSaved: boolean): CopiedFile[] {
  const picture = (kind: CopiedFile['kind'], path: string | null): CopiedFile[] =>
    path === null ? [] : [{ kind, path: pictureCopyPath(path, PICTURE_WIDTH) }]
  const { photos, recordings, voices, gravePhoto, roadPhotos } = lists
  const always = [
    ...picture('portrait', memorial.photo_path),
    ...picture('grave', gravePhoto),
    ...roadPhotos.flatMap((path) => picture('grave', path)),
  ]
  if (!isSaved) return always
  const heard = [...recordings.slice(0, 1).map(({ file_path }) => file_path), ...voices.slice(0, VOICES_MAX)]
  return [
    ...always,
    ...photos.slice(0, PHOTOS_MAX).flatMap(({ file_path }) => picture('photo', file_path)),
    ...heard.map((path) => ({ kind: 'voice' as const, path, maxBytes: VOICE_MAX_BYTES })),
  ]
}

/** Undefined if the file is unavailable or too large: the copy is saved without it. */
async function fetchFile({ path, maxBytes = Infinity }: CopiedFile): Promise<Response | undefined> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) })
    const isTaken = response.ok && Number(response.headers.get('content-length') ?? 0) <= maxBytes
    if (!isTaken) void response.body?.cancel()
    // Read to the end: the connection may break on the way.
    return isTaken ? new Response(await response.blob(), { headers: response.headers }) : undefined
  } catch {
    return undefined
  }
}

async function bytesOf(responses: CopiedResponse[]): Promise<number> {
  const sizes = await Promise.all(responses.map(async ({ response }) => (await response.clone().blob()).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
