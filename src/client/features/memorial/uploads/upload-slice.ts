import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ArchiveKind } from '@contract/archive'
import { accountEnded } from '@client/session/session-slice'
import { rootReducer } from '@client/store/root-reducer'

/** A file on its way to an archive. The file itself lies in the queue: no state can hold it. */
export interface Upload {
  id: string
  memorialId: number
  kind: ArchiveKind
  fileName: string
  /** Bytes. */
  size: number
  sentBytes: number
  /** A film that this browser has to look at, and perhaps to change, before it is sent. */
  isToBePrepared?: boolean
  /** Of the film, in per cent. */
  preparedPercent?: number
  /**
   * 'stored' until the others of its archive are; 'needsConfirmation' (a film that few would see) and 'repeat' until the owner says
   * what to do with it.
   */
  status: 'waiting' | 'preparing' | 'needsConfirmation' | 'sending' | 'failed' | 'stored' | 'repeat'
  /** The item it became in the archive. */
  itemId?: number
  /** What a person reads about the last attempt. */
  failure?: string
  /** Its connection broke, and it is tried again by itself. */
  isInterrupted?: boolean
  /** The failure was told of in a notice. */
  isTold?: boolean
}

type NewUpload = Pick<Upload, 'id' | 'memorialId' | 'kind' | 'fileName' | 'size' | 'isToBePrepared'>

/** The name is for the notice: the list may no longer hold it. */
type EndOfUpload = Pick<Upload, 'id' | 'fileName'>

/** `isUnwanted`: it was cancelled, but the server had it already. `isRepeat`: the archive has another with the same bytes. */
type Arrival = EndOfUpload & { itemId?: number; isUnwanted: boolean; isRepeat: boolean }

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
    /** The film can be sent: as it came, or as a copy of another size. */
    uploadPrepared: (uploads, { payload: { id, size } }: PayloadAction<Pick<Upload, 'id' | 'size'>>) =>
      change(uploads, id, { status: 'waiting', isToBePrepared: false, size }),
    /** Most browsers would show no picture, and this one cannot change that. */
    uploadNeedsConfirmation: (uploads, { payload: id }: PayloadAction<string>) =>
      change(uploads, id, { status: 'needsConfirmation' }),
    /** Its owner wants it sent as it is. */
    uploadConfirmed: (uploads, { payload: id }: PayloadAction<string>) =>
      change(uploads, id, { status: 'waiting', isToBePrepared: false }),
    uploadStarted: (uploads, { payload: id }: PayloadAction<string>) => change(uploads, id, { status: 'sending' }),
    uploadProgressed: {
      /** Kept out of the log of DevTools. */
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
      change(uploads, id, { status: 'waiting', failure: undefined, isTold: undefined, sentBytes: 0 }),
    uploadFinished: (uploads, { payload: { id, itemId, isRepeat } }: PayloadAction<Arrival>) =>
      change(uploads, id, { status: isRepeat ? 'repeat' : 'stored', itemId }),
    /** Nothing is on its way to an archive any more, and how that ended was told. */
    uploadsSettled: (uploads, { payload: archive }: PayloadAction<ArchiveOfUploads>) => {
      const [settled, others] = [uploads.filter(isOf(archive)), uploads.filter((upload) => !isOf(archive)(upload))]
      const left = settled.filter(({ status }) => status !== 'stored')
      return [...others, ...left.map((upload) => ({ ...upload, isTold: upload.status === 'failed' || undefined }))]
    },
    /** Taken back while it waited or was under way. */
    uploadCancelled: (uploads, { payload: id }: PayloadAction<string>) => without(uploads, id),
    /** It had failed and nobody wants to try it again, or it was a repeat and that is settled. */
    uploadDismissed: (uploads, { payload: id }: PayloadAction<string>) => without(uploads, id),
  },
  // What one person was sending is no business of the next.
  extraReducers: (build) => build.addMatcher(accountEnded, () => []),
  selectors: {
    selectUploads: (uploads) => uploads,
    /** Whether a file would be lost if the page were closed now. */
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

/** Picks the uploads to one archive. */
export function isOf({ memorialId, kind }: ArchiveOfUploads) {
  return (upload: Upload) => upload.memorialId === memorialId && upload.kind === kind
}

/**
 * Bytes of recordings on their way to a memorial. Photos don't count: they are stored smaller than they come. Nor do films
 * whose size is not known yet.
 */
export function bytesUnderWay(uploads: Upload[], memorialId: number): number {
  return uploads
    .filter((upload) => upload.memorialId === memorialId && upload.kind !== 'photo' && isUnderWay(upload))
    .filter(({ isToBePrepared }) => !isToBePrepared)
    .reduce((sum, { size }) => sum + size, 0)
}

/** Every byte has left: only the server knows now whether it keeps the file. */
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
