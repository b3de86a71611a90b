import { mkdtemp, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { ArchiveKind } from '@contract/archive'
import { isLargeFilm } from '@contract/film'
import { findMemorial, lockMemorialRow, type MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import type { Log } from '../../lib/log'
import type { FilmEncoder, FilmSource } from '../../media/film-encoder'
import type { MediaLibrary, StoredMedia } from '../../media/media-library'
import type { MediaThreads } from '../../media/media-threads'
import type { RecordingFacts } from '../../media/worker/inspect-recording'
import { copyStored, type FileStore } from '../../storage/file-store'
import {
  addToRecording,
  addUsedBytes,
  claimRecording,
  endRecording,
  findRecordingFacts,
  giveRecordingBack,
  postponeRecording,
  storeRecordingFacts,
  type WaitingRecording,
} from './repository'

const ATTEMPTS_MAX = 3
/** How long a claim lasts; the process renews it while it works. */
const CLAIM_SECONDS = 600
const STILL_AT_WORK_MS = 120_000
const RETRY_SECONDS = 900

/** A retry would not help: the recording was deleted, or there is no room for the result. */
class NothingToAdd extends Error {}

/** What waits to be prepared in a table, and what becomes of it. */
export interface PreparationQueue {
  /** Claims what has waited longest. Two callers never get the same. If the caller crashes, it becomes due again. */
  claim(db: Db, claimSeconds: number): Promise<WaitingRecording | undefined>
  postpone(db: Db, id: number, seconds: number): Promise<void>
  /** Releases a claim without counting the attempt. */
  giveBack(db: Db, id: number): Promise<void>
  end(db: Db, id: number): Promise<void>
  /** Adds a stored file, on the locked page, and counts its bytes. False when what it belongs to was deleted or trashed. */
  add(tx: Db, recording: WaitingRecording, part: 'poster_id' | 'copy_id', stored: StoredMedia): Promise<boolean>
  /** How large a file may become. */
  roomIn(memorial: MemorialRow): number
  /** Makes a copy whatever the facts say. */
  alwaysCopies: boolean
}

export const WAITING_RECORDINGS: PreparationQueue = {
  claim: claimRecording,
  postpone: postponeRecording,
  giveBack: giveRecordingBack,
  end: endRecording,
  async add(tx, { id, memorial_id: memorialId }, part, stored) {
    if (!(await addToRecording(tx, id, part, stored))) return false
    await addUsedBytes(tx, memorialId, stored.size)
    return true
  },
  roomIn: ({ media_storage_limit: limit, used_storage_bytes: used }) => Math.max(0, limit - used),
  alwaysCopies: false,
}

/** Makes posters of films, and copies of films, audio and voices that not every browser plays. */
export interface RecordingPreparation {
  /** Processes everything that is due, one by one. Several processes may run concurrently. */
  run(): Promise<void>
  /** Aborts the current one, which waits for the next start. */
  stop(): void
}

export function createRecordingPreparation(parts: {
  db: Db
  store: FileStore
  library: Pick<MediaLibrary, 'storePicture' | 'storeRecording' | 'change'>
  threads: Pick<MediaThreads, 'inspectRecording'>
  encoder: FilmEncoder
  temporaryFolder: string
  queue: PreparationQueue
  log: Pick<Log, 'warn'>
}): RecordingPreparation {
  const { db, store, library, threads, encoder, temporaryFolder, queue, log } = parts
  const stopping = new AbortController()
  const { signal } = stopping

  async function prepare(recording: WaitingRecording): Promise<void> {
    // Its process crashed each time.
    if (recording.prepare_attempts > ATTEMPTS_MAX) return queue.end(db, recording.id)
    const folder = await mkdtemp(path.join(temporaryFolder, 'film-'))
    const stillAtWork = setInterval(() => void sayStillAtWork(recording.id, folder), STILL_AT_WORK_MS)
    try {
      await makeWhatIsMissing(recording, folder)
      await queue.end(db, recording.id)
    } catch (error) {
      await afterFailure(recording, error)
    } finally {
      clearInterval(stillAtWork)
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function afterFailure(recording: WaitingRecording, error: unknown): Promise<void> {
    if (signal.aborted) return queue.giveBack(db, recording.id)
    if (error instanceof NothingToAdd) return queue.end(db, recording.id)
    log.warn({ err: error, item: recording.id, attempt: recording.prepare_attempts }, 'a recording was not prepared')
    if (recording.prepare_attempts >= ATTEMPTS_MAX) return queue.end(db, recording.id)
    return queue.postpone(db, recording.id, RETRY_SECONDS)
  }

  /** Otherwise another process would claim the recording, or remove the folder while a file has been growing for hours. */
  async function sayStillAtWork(id: number, folder: string): Promise<void> {
    const now = new Date()
    await Promise.all([queue.postpone(db, id, CLAIM_SECONDS), utimes(folder, now, now)]).catch((error: unknown) =>
      log.warn({ err: error, item: id }, 'the claim of a recording was not renewed'),
    )
  }

  async function makeWhatIsMissing(recording: WaitingRecording, folder: string): Promise<void> {
    const kind = recording.kind === 'video' ? 'video' : 'audio'
    const known = await findRecordingFacts(db, recording.media_id)
    const { alwaysCopies } = queue
    if (kind === 'audio' && known?.is_playable && !alwaysCopies) return
    const stored = await localCopyOf(recording, folder)
    const facts = known ?? (await findFactsOf(recording, stored.file))
    const hdr = kind === 'video' ? ((await threads.inspectRecording(stored.file))?.hdr ?? null) : null
    const source = { ...stored, kind, duration: facts.duration, hdr } as const
    // A film of which no frame can be drawn may still play.
    const posterFailure =
      kind === 'video' && recording.poster_id === null
        ? await failureOf(addPoster(recording, source, path.join(folder, 'poster.jpg')))
        : undefined
    const mayGoOn = !signal.aborted && !(posterFailure instanceof NothingToAdd)
    if (mayGoOn && recording.copy_id === null && (alwaysCopies || needsCopy(facts)))
      await addCopy(recording, source, path.join(folder, 'copy.mp4'))
    if (posterFailure) throw posterFailure
  }

  async function addPoster(recording: WaitingRecording, source: FilmSource, target: string): Promise<void> {
    await encoder.drawPoster(source, target, signal)
    await add(recording, 'poster_id', await library.storePicture({ path: target }))
  }

  async function addCopy(recording: WaitingRecording, source: FilmSource, target: string): Promise<void> {
    const memorial = await findMemorial(db, recording.memorial_id)
    const outcome = memorial && (await encoder.copy(source, target, queue.roomIn(memorial), signal))
    if (outcome !== 'whole') throw new NothingToAdd()
    await add(recording, 'copy_id', await library.storeRecording({ path: target }, source.kind), (copy) => {
      // ffmpeg copies what it can read of a damaged film. The whole film for a few viewers beats a fragment for all.
      if (!isWholeCopy(copy.facts, source.duration)) throw new Error('the copy is not the whole film')
    })
  }

  /** Adds stored files to a recording and to its memorial's used storage. `check` throws to refuse them. */
  async function add(
    recording: WaitingRecording,
    part: 'poster_id' | 'copy_id',
    stored: StoredMedia,
    check: (stored: StoredMedia) => void = () => undefined,
  ): Promise<void> {
    await library.change(stored, async (tx, media) => {
      check(stored)
      const memorial = await lockMemorialRow(tx, recording.memorial_id)
      if (!memorial || stored.size > queue.roomIn(memorial)) throw new NothingToAdd()
      if (!(await queue.add(tx, recording, part, stored))) throw new NothingToAdd()
      await media.claim(stored, memorial.id)
    })
  }

  async function localCopyOf(
    recording: WaitingRecording,
    folder: string,
  ): Promise<Pick<FilmSource, 'file' | 'size' | 'extension'>> {
    const stored = await store.open(`${recording.media_id}/${recording.file_name}`)
    if (!stored) throw new NothingToAdd()
    const { size, localFile } = stored
    const file = localFile ?? path.join(folder, 'stored')
    if (!localFile) await copyStored(stored, file, signal)
    return { file, size, extension: path.extname(recording.file_name).slice(1) }
  }

  /** Earlier versions did not inspect recordings. */
  async function findFactsOf(recording: WaitingRecording, file: string): Promise<RecordingFacts> {
    const inspected = await threads.inspectRecording(file)
    if (!inspected) throw new Error('the recording cannot be read')
    await storeRecordingFacts(db, recording.media_id, inspected.facts)
    return inspected.facts
  }

  return {
    async run() {
      while (!signal.aborted) {
        const recording = await queue.claim(db, CLAIM_SECONDS)
        if (!recording) return
        await prepare(recording)
      }
    },

    stop: () => stopping.abort(),
  }
}

async function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => error as Error,
  )
}

/** The file name of the copy of a recording, in the folder of its own media. */
export function copyFileOf(kind: ArchiveKind): string {
  return kind === 'audio' ? 'recording.m4a' : 'recording.mp4'
}

/** Lengths in the headers of containers are not exact. */
const LENGTH_TOLERANCE_SECONDS = 1
const LENGTH_TOLERANCE_PART = 0.02

/** Whether a recording has to be copied, so that every browser plays it and a phone can load it. */
function needsCopy(recording: RecordingFacts): boolean {
  return !recording.is_playable || isLargeFilm(recording)
}

/** Whether a copy plays everywhere and is as long as the original. `duration` is in seconds; null when unknown. */
function isWholeCopy(facts: StoredMedia['facts'], duration: number | null): boolean {
  if (!facts || !('is_playable' in facts) || !facts.is_playable) return false
  const missing = (duration ?? 0) - (facts.duration ?? 0)
  return missing <= LENGTH_TOLERANCE_SECONDS + (duration ?? 0) * LENGTH_TOLERANCE_PART
}
