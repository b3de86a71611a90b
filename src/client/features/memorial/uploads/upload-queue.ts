import { isAnyOf, nanoid } from '@reduxjs/toolkit'
import type { ArchiveItem, ArchiveKind } from '@contract/archive'
import { archiveApi, type ArchiveOf } from '@client/api/archive-api'
import { archiveChangeApi } from '@client/api/archive-change-api'
import { memorialApi } from '@client/api/memorial-api'
import { addListeners, type StartListening } from '@client/store/listeners'
import type { AppDispatch, RootState } from '@client/store/root-reducer'
import { warnOnClose } from '@client/ui/unsaved-changes'
import {
  bytesUnderWay,
  doesNotFit,
  isBeingSaved,
  isOf,
  isUnderWay,
  NOT_PREPARED,
  selectUploads,
  type Upload,
  uploadCancelled,
  uploadDismissed,
  uploadFailed,
  uploadFailure,
  uploadFinished,
  uploadInterrupted,
  uploadNeedsConfirmation,
  uploadPreparationProgressed,
  uploadPreparationStarted,
  uploadPrepared,
  uploadProgressed,
  uploadQueued,
  uploadsSettled,
  uploadStarted,
} from './upload-slice'

/** More concurrent uploads would only share the same connection. */
const SENT_AT_ONCE = 2

/** What the state cannot contain of an upload, for as long as it is in the list. No two stores share an id. */
const sources = new Map<string, DescribedFile>()

/** A file with its caption. */
export interface DescribedFile {
  file: File
  description: string
}

interface ChosenFiles {
  memorialId: number
  kind: ArchiveKind
  files: DescribedFile[]
  /** The files are films, and the server does not convert them for every browser: this browser does. */
  areToBePrepared?: boolean
}

/** Queues files. They are sent on any page, until the account signs out. */
export function queueUploads({ memorialId, kind, files, areToBePrepared = false }: ChosenFiles) {
  return (dispatch: AppDispatch): void => {
    for (const source of files) {
      const { file } = source
      const id = nanoid()
      sources.set(id, source)
      dispatch(
        uploadQueued({ id, memorialId, kind, fileName: file.name, size: file.size, isToBePrepared: areToBePrepared }),
      )
    }
  }
}

interface Store {
  dispatch: AppDispatch
  getState: () => RootState
}

addListeners(runQueue)

/** Synchronizes the requests with the list of uploads: stops those that left it, starts those that wait in it. */
function runQueue(startListening: StartListening): void {
  const running = new Map<string, { abort: () => void }>()
  /**
   * Cancelled too late: the server may store them. Their responses are awaited until the account signs out, and refresh the
   * page.
   */
  const cancelledLate = new Set<string>()

  function stop(id: string): void {
    if (!cancelledLate.has(id)) running.get(id)?.abort()
    sources.delete(id)
  }

  /** Deletes the chunks of a cancelled file from the server. A file that it may be saving right now stays. */
  function discard(id: string, { dispatch }: Store): void {
    const source = sources.get(id)
    if (!source || cancelledLate.has(id)) return
    running.get(id)?.abort()
    void dispatch(archiveChangeApi.endpoints.discardParts.initiate(source.file, { track: false }))
  }

  async function prepare({ id, memorialId, fileName }: Upload, { dispatch, getState }: Store): Promise<void> {
    const source = sources.get(id)
    if (!source) {
      dispatch(uploadDismissed(id))
      return
    }
    dispatch(uploadPreparationStarted(id))

    const work = new AbortController()
    running.set(id, work)
    const onProgress = (preparedPercent: number) => void dispatch(uploadPreparationProgressed({ id, preparedPercent }))
    const outcome = await preparedFilm(source.file, { onProgress, signal: work.signal })
    running.delete(id)

    if (!isListed(id, getState())) return
    if (outcome === 'for few browsers') {
      dispatch(uploadNeedsConfirmation(id))
      return
    }
    if (outcome === 'not loaded') {
      dispatch(uploadFailed({ id, fileName, failure: NOT_PREPARED }))
      return
    }
    const failure = roomFailure(outcome, memorialId, getState())
    if (failure) dispatch(uploadFailed({ id, fileName, failure }))
    else {
      sources.set(id, { ...source, file: outcome })
      dispatch(uploadPrepared({ id, size: outcome.size }))
    }
  }

  async function send({ id, kind, memorialId, fileName, size }: Upload, { dispatch, getState }: Store): Promise<void> {
    const source = sources.get(id)
    // Time travel in DevTools restores uploads without their files.
    if (!source) {
      dispatch(uploadDismissed(id))
      return
    }
    dispatch(uploadStarted(id))

    const onProgress = (sentBytes: number) => void dispatch(uploadProgressed({ id, sentBytes }))
    const onInterrupted = () => void dispatch(uploadInterrupted(id))
    const { createArchiveItem } = archiveChangeApi.endpoints
    const asked = { kind, memorialId, ...source, onProgress, onInterrupted }
    const request = dispatch(createArchiveItem.initiate(asked, { track: false }))
    running.set(id, request)
    const { data, error } = await request
    running.delete(id)

    const isUnwanted = cancelledLate.delete(id)
    if (isUnwanted ? error : !isListed(id, getState())) return
    if (error) dispatch(uploadFailed({ id, fileName, failure: uploadFailure(error, size) }))
    else {
      sources.delete(id)
      const { id: itemId, further_ids: furtherIds, pages, duplicate_of: duplicate } = data
      dispatch(uploadFinished({ id, fileName, itemId, furtherIds, pages, isUnwanted, isRepeat: !!duplicate }))
    }
  }

  startListening({
    predicate: (_event, current, before) => selectUploads(current) !== selectUploads(before),
    effect: (event, listener) => {
      const before = listener.getOriginalState()
      const current = listener.getState()
      if (uploadCancelled.match(event) && isBeingSavedIn(before, event.payload)) cancelledLate.add(event.payload)
      if (uploadCancelled.match(event) || uploadDismissed.match(event)) discard(event.payload, listener)
      for (const { id } of selectUploads(before)) if (!isListed(id, current)) stop(id)

      // Starting a film changes the list, which calls this effect again for the next upload.
      const film = nextToPrepare(current)
      if (film) {
        void prepare(film, listener)
        return
      }
      const next = nextToSend(current)
      if (next) void send(next, listener)
    },
  })
}

function isListed(id: string, state: RootState): boolean {
  return selectUploads(state).some((upload) => upload.id === id)
}

function isBeingSavedIn(state: RootState, id: string): boolean {
  return selectUploads(state).some((upload) => upload.id === id && isBeingSaved(upload))
}

/** As far as the client knows the free storage; the server checks again. */
function roomFailure({ size }: File, memorialId: number, state: RootState): string | undefined {
  const { data: memorial } = memorialApi.endpoints.getMemorial.select(memorialId)(state)
  if (!memorial) return undefined
  const { media_storage_limit: limit = 0, used_storage_bytes: used = 0 } = memorial
  const bytesLeft = limit - used - bytesUnderWay(selectUploads(state), memorialId)
  return size > bytesLeft ? `Ошибка: ${doesNotFit(size, bytesLeft)}` : undefined
}

/** One at a time: each conversion uses all that the device can give. */
function nextToPrepare(state: RootState): Upload | undefined {
  const uploads = selectUploads(state)
  if (uploads.some(({ status }) => status === 'preparing')) return undefined
  return uploads.find(({ status, isToBePrepared }) => status === 'waiting' && isToBePrepared)
}

function nextToSend(state: RootState): Upload | undefined {
  const uploads = selectUploads(state)
  if (uploads.filter(({ status }) => status === 'sending').length >= SENT_AT_ONCE) return undefined
  return uploads.find(({ status, isToBePrepared }) => status === 'waiting' && !isToBePrepared)
}

interface FilmWork {
  /** Receives the progress, in whole per cents. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/**
 * A film that every browser plays: the file itself, or a copy that this browser makes. Its chunk is loaded with the first film
 * that is sent, since it is as large as everything else that a page loads. After `signal` aborts, ignore the outcome.
 */
async function preparedFilm(
  file: File,
  { onProgress, signal }: FilmWork,
): Promise<File | 'for few browsers' | 'not loaded'> {
  try {
    const { prepareFilm } = await import(/* webpackChunkName: "prepare-film" */ './prepare-film')
    return (await prepareFilm(file, { onProgress: inPercents(onProgress), signal })) ?? 'for few browsers'
  } catch {
    return 'not loaded'
  }
}

/** Takes fractions from 0 to 1, and reports each new per cent once. */
function inPercents(report: (percent: number) => void): (part: number) => void {
  let reported = 0
  return (part) => {
    const percent = Math.floor(Math.min(part, 1) * 100)
    if (percent === reported) return
    reported = percent
    report(percent)
  }
}

const endOfUpload = isAnyOf(uploadFinished, uploadFailed, uploadNeedsConfirmation, uploadCancelled)

/** When all uploads to an archive have ended: puts the new items in the order of choice, then removes them from the list. */
addListeners((startListening) => {
  startListening({
    matcher: endOfUpload,
    effect: async (event, listener) => {
      const ended = endedIn(selectUploads(listener.getOriginalState()), event)
      if (!ended) return
      const archive = { memorialId: ended.memorialId, kind: ended.kind }
      const uploads = selectUploads(listener.getState()).filter(isOf(archive))
      if (uploads.some(isUnderWay)) return
      const endWarning = warnOnClose()
      await listener.dispatch(inChosenOrder(archive, uploads))
      endWarning()
      const now = selectUploads(listener.getState()).filter(isOf(archive))
      // Files were added in the meantime, or one is retried: all of them settle together, when those have ended.
      if (now.some((upload) => !uploads.includes(upload))) return
      listener.dispatch(uploadsSettled(archive))
    },
  })
})

/** The upload that an event is about, in its state before the event. */
function endedIn(uploads: Upload[], { payload }: { payload: string | { id: string } }): Upload | undefined {
  const id = typeof payload === 'string' ? payload : payload.id
  return uploads.find((upload) => upload.id === id)
}

/** Concurrent uploads may arrive in another order than the files were chosen in: reorders those of one archive accordingly. */
export function inChosenOrder(archive: ArchiveOf, uploads: Upload[]) {
  return async (dispatch: AppDispatch): Promise<void> => {
    const chosen = uploads.flatMap(({ itemId, furtherIds = [] }) =>
      itemId === undefined ? [] : [itemId, ...furtherIds],
    )
    // Ids increase in the order of arrival.
    if (chosen.every((id, index) => index === 0 || id >= (chosen[index - 1] ?? id))) return

    const items = await dispatch(itemsWith(archive, chosen))
    // Without the list the other ids are unknown. The files are stored all the same, in the order of their arrival.
    if (!items) return
    const ids = rearranged(
      items.map(({ id }) => id),
      chosen,
    )
    await dispatch(archiveChangeApi.endpoints.reorderArchive.initiate({ ...archive, ids }))
  }
}

/**
 * The items of an archive, refetched if the chosen ones are not all there: a response that was already under way may be older
 * than the last upload. `undefined` if it cannot be read.
 */
function itemsWith(archive: ArchiveOf, chosen: number[]) {
  return async (dispatch: AppDispatch): Promise<ArchiveItem[] | undefined> => {
    const ask = () =>
      dispatch(archiveApi.endpoints.getArchive.initiate(archive, { forceRefetch: true, subscribe: false }))
    const { data: items } = await ask()
    const there = new Set(items?.map(({ id }) => id))
    if (!items || chosen.every((id) => there.has(id))) return items
    const { data: asked } = await ask()
    return asked
  }
}

/** The ids of an archive with the chosen ones in their order, in the positions that these occupy. */
export function rearranged(ids: number[], chosen: number[]): number[] {
  const inOrder = chosen.filter((id) => ids.includes(id))
  return ids.map((id) => (chosen.includes(id) ? (inOrder.shift() ?? id) : id))
}
