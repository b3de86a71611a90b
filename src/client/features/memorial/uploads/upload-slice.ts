import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useMemo } from 'react'
import type { ArchiveKind } from '@contract/archive'
import { SENT_IN_PARTS_ABOVE_BYTES } from '@contract/limits'
import { TOO_MANY_PIXELS } from '@contract/picture'
import type { ArchiveOf } from '@client/api/archive-api'
import { errorDetail, errorText, isNetworkFailure } from '@client/api/errors'
import { freeMegabytes, megabytes } from '@client/lib/formats'
import { accountEnded } from '@client/session/session-slice'
import { useAppSelector } from '@client/store/hooks'
import { rootReducer } from '@client/store/root-reducer'

/** An upload to an archive. The file itself is in the queue, since the state cannot contain it. */
export interface Upload {
  id: string
  memorialId: number
  kind: ArchiveKind
  fileName: string
  /** Bytes. */
  size: number
  sentBytes: number
  /** A film that this browser has to inspect, and perhaps to convert, before it is sent. */
  isToBePrepared?: boolean
  /** The progress of a conversion, in per cent. */
  preparedPercent?: number
  /**
   * 'stored' until the others of its archive are; 'needsConfirmation' (a film that few browsers show) and 'repeat' until the
   * owner decides.
   */
  status: 'waiting' | 'preparing' | 'needsConfirmation' | 'sending' | 'failed' | 'stored' | 'repeat'
  /** The id of the new item in the archive. */
  itemId?: number
  /** The ids of the items that the other pages of its PDF became. */
  furtherIds?: number[]
  /** The message about the last attempt. */
  failure?: string
  /** The connection broke, and the upload is retried automatically. */
  isInterrupted?: boolean
  /** A notice has already reported the failure. */
  isReported?: boolean
}

type NewUpload = Pick<Upload, 'id' | 'memorialId' | 'kind' | 'fileName' | 'size' | 'isToBePrepared'>

/** The name is for the notice: the upload may no longer be in the list. */
type EndOfUpload = Pick<Upload, 'id' | 'fileName'>

/**
 * `isUnwanted`: it was cancelled after the server had stored it. `isRepeat`: the archive has another item with the same bytes.
 */
type Arrival = EndOfUpload & {
  itemId?: number
  furtherIds?: number[]
  /** How many pages the file has. */
  pages?: number
  isUnwanted: boolean
  isRepeat: boolean
}

type ArchiveOfUploads = Pick<Upload, 'memorialId' | 'kind'>

type Progress = Pick<Upload, 'id' | 'sentBytes'>

type Preparation = Required<Pick<Upload, 'id' | 'preparedPercent'>>

const uploadSlice = createSlice({
  name: 'uploads',
  initialState: [] as Upload[],
  reducers: {
    uploadQueued(uploads, { payload }: PayloadAction<NewUpload>) {
      uploads.push({ ...payload, sentBytes: 0, status: 'waiting' })
    },
    uploadPreparationStarted: (uploads, { payload: id }: PayloadAction<string>) =>
      change(uploads, id, { status: 'preparing', preparedPercent: 0 }),
    uploadPreparationProgressed: {
      prepare: (progress: Preparation) => ({ payload: progress, meta: { isFrequent: true } }),
      reducer: (uploads, { payload: { id, preparedPercent } }: PayloadAction<Preparation>) =>
        change(uploads, id, { preparedPercent }),
    },
    /** The film can be sent: unchanged, or as a copy of another size. */
    uploadPrepared: (uploads, { payload: { id, size } }: PayloadAction<Pick<Upload, 'id' | 'size'>>) =>
      change(uploads, id, { status: 'waiting', isToBePrepared: false, size }),
    /** Most browsers would show no picture, and this one cannot convert it. */
    uploadNeedsConfirmation: (uploads, { payload: id }: PayloadAction<string>) =>
      change(uploads, id, { status: 'needsConfirmation' }),
    /** The owner wants it sent unchanged. */
    uploadConfirmed: (uploads, { payload: id }: PayloadAction<string>) =>
      change(uploads, id, { status: 'waiting', isToBePrepared: false }),
    uploadStarted: (uploads, { payload: id }: PayloadAction<string>) => change(uploads, id, { status: 'sending' }),
    uploadProgressed: {
      /** Left out of the log of DevTools. */
      prepare: (progress: Progress) => ({ payload: progress, meta: { isFrequent: true } }),
      reducer(uploads, { payload: { id, sentBytes } }: PayloadAction<Progress>) {
        const upload = find(uploads, id)
        if (!upload) return
        upload.sentBytes = Math.min(sentBytes, upload.size)
        delete upload.isInterrupted
      },
    },
    uploadInterrupted: (uploads, { payload: id }: PayloadAction<string>) =>
      change(uploads, id, { isInterrupted: true }),
    uploadFailed: (uploads, { payload: { id, failure } }: PayloadAction<EndOfUpload & { failure: string }>) =>
      change(uploads, id, { status: 'failed', failure, isInterrupted: undefined }),
    uploadRetried: (uploads, { payload: id }: PayloadAction<string>) =>
      change(uploads, id, { status: 'waiting', failure: undefined, isReported: undefined, sentBytes: 0 }),
    uploadFinished: (uploads, { payload: { id, itemId, furtherIds, isRepeat } }: PayloadAction<Arrival>) =>
      change(uploads, id, { status: isRepeat ? 'repeat' : 'stored', itemId, furtherIds }),
    /** All uploads to an archive have ended, and a notice has reported them. */
    uploadsSettled: (uploads, { payload: archive }: PayloadAction<ArchiveOfUploads>) => {
      const [settled, others] = [uploads.filter(isOf(archive)), uploads.filter((upload) => !isOf(archive)(upload))]
      const left = settled.filter(({ status }) => status !== 'stored')
      return [...others, ...left.map((upload) => ({ ...upload, isReported: upload.status === 'failed' || undefined }))]
    },
    /** Cancelled while it waited or was under way. */
    uploadCancelled: (uploads, { payload: id }: PayloadAction<string>) => without(uploads, id),
    /** A failed upload that is not retried, or a repeat that is resolved. */
    uploadDismissed: (uploads, { payload: id }: PayloadAction<string>) => without(uploads, id),
  },
  // The next account must not see the uploads of this one.
  extraReducers: (build) => build.addMatcher(accountEnded, () => []),
  selectors: {
    selectUploads: (uploads) => uploads,
    /** Whether closing the page now would lose a file. */
    selectIsUploading: (uploads) => uploads.some(isUnderWay),
  },
})

declare module '@client/store/root-reducer' {
  interface LazySlices {
    uploads: Upload[]
  }
}

export const {
  uploadQueued,
  uploadPreparationStarted,
  uploadPreparationProgressed,
  uploadPrepared,
  uploadNeedsConfirmation,
  uploadConfirmed,
  uploadStarted,
  uploadProgressed,
  uploadInterrupted,
  uploadFailed,
  uploadRetried,
  uploadFinished,
  uploadsSettled,
  uploadCancelled,
  uploadDismissed,
} = uploadSlice.actions
export const { selectUploads, selectIsUploading } = uploadSlice.injectInto(rootReducer).selectors

export function isUnderWay({ status }: Upload): boolean {
  return status === 'waiting' || status === 'preparing' || status === 'sending'
}

/** A predicate for the uploads to one archive. */
export function isOf({ memorialId, kind }: ArchiveOfUploads) {
  return (upload: Upload) => upload.memorialId === memorialId && upload.kind === kind
}

/**
 * Bytes of recordings that are being uploaded to a memorial. Photos don't count: they are stored smaller than they are sent.
 * Nor do films whose size is not known yet.
 */
export function bytesUnderWay(uploads: Upload[], memorialId: number): number {
  return uploads
    .filter((upload) => upload.memorialId === memorialId && upload.kind !== 'photo' && isUnderWay(upload))
    .filter(({ isToBePrepared }) => !isToBePrepared)
    .reduce((sum, { size }) => sum + size, 0)
}

/** All bytes are sent: only the server knows now whether it stores the file. */
export function isBeingSaved({ status, size, sentBytes }: Upload): boolean {
  return status === 'sending' && sentBytes === size
}

function find(uploads: Upload[], id: string): Upload | undefined {
  return uploads.find((upload) => upload.id === id)
}

function change(uploads: Upload[], id: string, difference: Partial<Upload>): void {
  Object.assign(find(uploads, id) ?? {}, difference)
}

function without(uploads: Upload[], id: string): Upload[] {
  return uploads.filter((upload) => upload.id !== id)
}

/** The uploads to one archive, oldest first. */
export function useUploads({ kind, memorialId }: ArchiveOf): Upload[] {
  const uploads = useAppSelector(selectUploads)
  return useMemo(() => uploads.filter(isOf({ kind, memorialId })), [uploads, kind, memorialId])
}

/** See `bytesUnderWay`. */
export function useBytesUnderWay(memorialId: number): number {
  return useAppSelector((state) => bytesUnderWay(selectUploads(state), memorialId))
}

const TOO_LARGE_STATUS = 413
const TOO_LARGE = 'Файл слишком большой.'
const NO_CONNECTION = 'Нет связи с сервером. Проверьте подключение и повторите.'
const CONNECTION_LOST = 'Нет связи с сервером. Проверьте подключение и повторите: загрузка продолжится с того же места.'
const UNKNOWN = 'Не удалось загрузить файл.'

/** For a film if the chunk that prepares it could not be loaded. */
export const NOT_PREPARED = `Ошибка: ${NO_CONNECTION}`

/** For a file that is larger than the free storage. */
export function doesNotFit(size: number, bytesLeft: number): string {
  return `Файл (${megabytes(size)}) не поместится: в хранилище осталось ${freeMegabytes(bytesLeft)}.`
}

/** For a file of this size, in bytes, that did not arrive. */
export function uploadFailure(error: unknown, size: number): string {
  const isInParts = size > SENT_IN_PARTS_ABOVE_BYTES
  if (isNetworkFailure(error)) return `Ошибка: ${isInParts ? CONNECTION_LOST : NO_CONNECTION}`
  // It says «too large» as well, and why.
  if (errorDetail(error) === TOO_MANY_PIXELS) return `Ошибка: ${TOO_MANY_PIXELS}`
  return `Ошибка: ${errorText(error, { fallback: UNKNOWN, statuses: { [TOO_LARGE_STATUS]: TOO_LARGE } })}`
}
