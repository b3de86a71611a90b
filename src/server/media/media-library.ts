import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isSoundOfAllBrowsers } from '@contract/film'
import { VOICE_MAX_SECONDS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE } from '@contract/picture'
import type { PortraitView } from '@contract/portrait-view'
import type { Db } from '../db/schema'
import { invalidField, unsupportedMedia } from '../lib/api-error'
import { randomToken } from '../lib/token'
import { copyStored, type FileStore, StoreAway } from '../storage/file-store'
import type { FilmEncoder } from './film-encoder'
import { contentTypeOf, openNearest, sha256OfLocal, sha256OfStored } from './stored-file'
import { LINK_PICTURE_FILE, type LinkPicture, writeLinkPictureFonts } from './link-picture'
import type { MediaThreads } from './media-threads'
import type { PictureFacts } from './picture-facts'
import type { Pictures } from './picture-processes'
import type { MediaRemovals } from './removals'
import {
  claimMedia,
  endUploads,
  postponeRemovals,
  releaseMedia,
  scheduleRemoval,
  scheduleRemovalOfAll,
  type WhoseUploads,
} from './repository'
import type { ProblemOfRecording } from './worker/containers/container-file'
import type { Recording, RecordingFacts } from './worker/inspect-recording'
import type { EncodedPicture } from './worker/picture-task'

const MEDIA_ID_BYTES = 16
/** How long a stored file waits for its transaction before it is removed. No request takes that long. */
const UNCLAIMED_SECONDS = 3600

const NOT_A_RECORDING: Record<Recording['kind'], string> = {
  audio: 'Эта запись не открывается: файл повреждён, или это не звук.',
  video: 'Это видео не открывается: файл повреждён, или это не видео.',
}
/** By the archive to which it was sent. */
const OF_OTHER_KIND: Record<Recording['kind'], string> = {
  audio: 'Это видео. Добавьте его в раздел «Видео».',
  video: 'В этом файле только звук. Добавьте его в раздел «Аудио».',
}
const PROBLEMS: Record<ProblemOfRecording, string> = {
  protected: 'Этот файл защищён от копирования: открыть его может только программа, для которой он куплен.',
  unfinished: 'Эта запись не закончена: камера или телефон не успели её сохранить, и открыть её нельзя.',
}

/** The formats of voices, by the file name's extension: what browsers record, and what people have. */
const VOICES = ['webm', 'ogg', 'm4a', 'mp3', 'wav']
const NOT_A_VOICE = 'Эта запись не открывается: файл повреждён, или это не звук.'
const FILM_FOR_VOICE = 'Это видео, а здесь нужен только голос.'
const VOICE_TOO_LONG = 'Запись длиннее трёх минут.'
/** The last frames of a recording that was stopped in time. */
const VOICE_TOLERANCE_SECONDS = 0.5

/** The main file of a picture or recording. */
interface StoredName {
  id: string
  fileName: string
}

/** Files in the store that will be removed unless a change claims them. */
export interface StoredMedia extends StoredName {
  /** The total size of all its files in bytes. */
  size: number
  /** Of the main file, hexadecimal. */
  sha256: string
  facts?: PictureFacts | RecordingFacts
}

export type StoredPicture = StoredMedia & EncodedPicture

/** `isOfAllBrowsers`: it needs no copy. */
export type StoredVoice = StoredMedia & { isOfAllBrowsers: boolean }

/** A local file of any type: an upload, or one made by the demo. */
export interface LocalFile {
  path: string
  /** Who sent it, as `senderOf` names them: the number of files processed at once is limited per sender. */
  sender?: string
  /**
   * The caller says that this server encoded the picture, as in an exported archive. If so, its bytes are stored
   * unchanged.
   */
  isOurs?: boolean
}

/** What a change can do with files, within its transaction. */
export interface MediaOfChange {
  claim(stored: StoredMedia, memorialId: number): Promise<void>
  release(mediaId: string): Promise<void>
  releaseAllOf(memorialId: number): Promise<void>
  /** Ends resumable uploads; returns how many there were. */
  releaseUploads(whose: WhoseUploads): Promise<number>
}

export type MediaLibrary = ReturnType<typeof createMediaLibrary>

/**
 * Moves files into the store and out of it. Before a file is stored, its removal is scheduled in the database. The
 * transaction that uses the file cancels the removal (`claim`); the one that stops using it schedules it again
 * (`release`). So rows and files agree even when the process dies at any moment.
 */
export function createMediaLibrary(parts: {
  db: Db
  store: FileStore
  temporaryFolder: string
  threads: MediaThreads
  pictures: Pictures
  removals: MediaRemovals
  /** Where the fonts for link previews are written. */
  fontsFolder: string
  /** Tells whether a recording can be read of which our parsers know the container alone. */
  encoder?: Pick<FilmEncoder, 'canRead'> | undefined
}) {
  const { db, store, temporaryFolder, threads, pictures, removals, encoder } = parts
  const drawLinkPicture = createLinkPictureDrawing(parts)

  /** Stores all files of a folder under a new id. */
  async function storeFolder(folder: string, fileName: string): Promise<StoredMedia> {
    const id = randomToken(MEDIA_ID_BYTES)
    await scheduleRemoval(db, id, UNCLAIMED_SECONDS)
    let size = 0
    try {
      const sha256 = await sha256OfLocal(path.join(folder, fileName))
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name)
        size += (await stat(file)).size
        await store.put(`${id}/${name}`, file, contentTypeOf(name))
      }
      return { id, fileName, size, sha256 }
    } catch (error) {
      // When the store is unavailable, fail fast and clean up later.
      if (error instanceof StoreAway) removals.removeSoon([id])
      else await removals.removeNow([id])
      throw error
    }
  }

  async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(path.join(temporaryFolder, 'media-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** True where there is no ffmpeg: the file is stored for the day when there is. */
  const canRead = (file: string, { kind, extension, hdr }: Recording): Promise<boolean> =>
    withFolder(async (folder) => {
      if (!encoder) return true
      const { size } = await stat(file)
      return encoder.canRead({ kind, file, size, extension, duration: null, hdr }, path.join(folder, 'probe'))
    })

  const storeCleaned = (localFile: string, { extension, facts }: Recording): Promise<StoredMedia> =>
    withFolder(async (folder) => {
      const fileName = `recording.${extension}`
      await rename(localFile, path.join(folder, fileName))
      return { ...(await storeFolder(folder, fileName)), facts }
    })

  return {
    /**
     * Encodes a local file as a picture, and stores it with its smaller copies. Throws 415 when it is not a picture. Of
     * a file with several pages, only one, counted from 0.
     */
    storePicture: ({ path: localFile, sender, isOurs }: LocalFile, page = 0): Promise<StoredPicture> =>
      withFolder(async (folder) => {
        const encoded = await pictures.encode(localFile, folder, { sender, isOurs, page })
        return { ...(await storeFolder(folder, PICTURE_FILE)), ...encoded }
      }),

    /** Throws the same errors as `storePicture` for this file, and stores nothing. */
    lookIntoPicture: ({ path: localFile, sender }: LocalFile & { sender: string }): Promise<void> =>
      pictures.look(localFile, sender),

    /** Stores a rotated and cropped version of a stored picture. */
    storePictureView: (originalId: string, view: PortraitView, sender: string): Promise<StoredPicture> =>
      withFolder((scratch) =>
        withFolder(async (folder) => {
          const original = path.join(scratch, PICTURE_FILE)
          const stored = await store.open(`${originalId}/${PICTURE_FILE}`)
          if (!stored) throw new Error(`The picture ${originalId} is not in the store`)
          await copyStored(stored, original)
          const encoded = await pictures.encode(original, folder, { sender, view })
          return { ...(await storeFolder(folder, PICTURE_FILE)), ...encoded }
        }),
      ),

    /** Strips the metadata of a local recording, then stores it. Throws 415 when it is not a recording of this kind. */
    async storeRecording({ path: localFile, sender }: LocalFile, kind: Recording['kind']): Promise<StoredMedia> {
      const recording = await threads.cleanRecording(localFile, sender)
      if (typeof recording === 'string') throw unsupportedMedia(PROBLEMS[recording])
      if (!recording) throw unsupportedMedia(NOT_A_RECORDING[kind])
      if (recording.kind !== kind) throw unsupportedMedia(OF_OTHER_KIND[kind])
      if (recording.isContainerOnly && !(await canRead(localFile, recording))) {
        throw unsupportedMedia(NOT_A_RECORDING[kind])
      }
      return storeCleaned(localFile, recording)
    },

    /**
     * The same of a voice with words of memory. Throws 415 when it is none of the formats that browsers record, and 422 when it
     * is longer than three minutes: by its packets, whatever it declares.
     */
    async storeVoice({ path: localFile, sender }: LocalFile): Promise<StoredVoice> {
      const voice = await threads.cleanRecording(localFile, sender)
      if (typeof voice === 'string') throw unsupportedMedia(PROBLEMS[voice])
      if (voice?.kind === 'video') throw unsupportedMedia(FILM_FOR_VOICE)
      const { extension = '', facts, sound } = voice ?? {}
      const seconds = Math.max(facts?.duration ?? 0, sound?.seconds ?? 0)
      if (!voice || !VOICES.includes(extension) || seconds === 0) throw unsupportedMedia(NOT_A_VOICE)
      if (seconds > VOICE_MAX_SECONDS + VOICE_TOLERANCE_SECONDS) throw invalidField('voice', VOICE_TOO_LONG)
      const isOfAllBrowsers = isSoundOfAllBrowsers(extension, sound?.codec)
      return { ...(await storeCleaned(localFile, voice)), isOfAllBrowsers }
    },

    /** Compares two stored files byte by byte. Files of different lengths are not read. */
    async haveSameBytes(one: StoredName, other: StoredName): Promise<boolean> {
      const files = await Promise.all([one, other].map(({ id, fileName }) => store.open(`${id}/${fileName}`)))
      const [first, second] = files
      if (!first || first.size !== second?.size) return false
      const [hash, otherHash] = await Promise.all([sha256OfStored(first), sha256OfStored(second)])
      return hash === otherHash
    },

    /** Draws and stores a link preview. `portraitId` is the memorial's portrait, if it has one. */
    storeLinkPicture: (drawing: LinkPicture, portraitId: string | undefined): Promise<StoredMedia> =>
      withFolder((scratch) =>
        withFolder(async (folder) => {
          const target = path.join(folder, LINK_PICTURE_FILE)
          await drawLinkPicture(drawing, { folder: scratch, target, ...(portraitId && { portraitId }) })
          return storeFolder(folder, LINK_PICTURE_FILE)
        }),
      ),

    /** The same without a portrait, and without storing it. */
    drawLinkPicture: (drawing: LinkPicture): Promise<Buffer> =>
      withFolder(async (folder) => {
        const target = path.join(folder, LINK_PICTURE_FILE)
        await drawLinkPicture(drawing, { folder, target })
        return readFile(target)
      }),

    /** Extends the time to claim files of a long-running change. */
    wait: (stored: StoredMedia[]): Promise<void> =>
      postponeRemovals(
        db,
        stored.map(({ id }) => id),
        UNCLAIMED_SECONDS,
      ),

    /** Removes files whose change was cancelled. */
    discard: (stored: StoredMedia[]): Promise<void> => removals.removeNow(stored.map(({ id }) => id)),

    /**
     * Runs one transaction. Files that it released are removed afterwards, in the background. If it fails, the files
     * that were stored for it are removed.
     */
    async change<T>(
      stored: StoredMedia | StoredMedia[] | undefined,
      work: (tx: Db, media: MediaOfChange) => Promise<T>,
    ): Promise<T> {
      const inTransaction = async (tx: Db) => {
        const released: string[] = []
        const result = await work(tx, {
          async claim({ id, sha256, facts }, memorialId) {
            if (!(await claimMedia(tx, { id, sha256, facts, memorialId })))
              throw new Error(`Files ${id} were kept for too long`)
          },
          async release(mediaId) {
            await releaseMedia(tx, mediaId)
            released.push(mediaId)
          },
          async releaseAllOf(memorialId) {
            released.push(...(await scheduleRemovalOfAll(tx, memorialId)))
            released.push(...(await endUploads(tx, { memorial_id: memorialId })))
          },
          async releaseUploads(whose) {
            const ended = await endUploads(tx, whose)
            released.push(...ended)
            return ended.length
          },
        })
        return { result, released }
      }
      try {
        const { result, released } = await db.transaction().execute(inTransaction)
        removals.removeSoon(released)
        return result
      } catch (error) {
        await removals.removeNow([stored ?? []].flat().map(({ id }) => id))
        throw error
      }
    },
  }
}

/** Wide enough for the frame around it. */
const PORTRAIT_COPY = PICTURE_COPY(720)

/** Draws a link preview in the picture process. `portraitId` names a stored picture; both paths are local. */
export type DrawLinkPicture = (
  drawing: LinkPicture,
  options: { portraitId?: string; folder: string; target: string },
) => Promise<void>

function createLinkPictureDrawing(parts: {
  store: FileStore
  pictures: Pick<Pictures, 'draw'>
  fontsFolder: string
}): DrawLinkPicture {
  const { store, pictures, fontsFolder } = parts
  let fonts: Promise<void> | undefined

  /** Writes the fonts before the first picture is drawn, and retries after a failure. */
  async function provideFonts(): Promise<void> {
    fonts ??= writeLinkPictureFonts(fontsFolder)
    await fonts.catch((error: unknown) => {
      fonts = undefined
      throw error
    })
  }

  /** Undefined when the file is gone: the preview is then drawn without it. */
  async function fetchPortrait(id: string, folder: string): Promise<string | undefined> {
    const found = await openNearest(store, id, PORTRAIT_COPY)
    if (!found) return undefined
    const file = path.join(folder, 'portrait')
    await copyStored(found.stored, file)
    return file
  }

  return async (drawing, { portraitId, folder, target }) => {
    await provideFonts()
    const portrait = portraitId && (await fetchPortrait(portraitId, folder))
    await pictures.draw({ drawing, target, fontsFolder: path.resolve(fontsFolder), ...(portrait && { portrait }) })
  }
}
