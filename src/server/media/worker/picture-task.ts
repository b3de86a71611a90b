import type { PictureFacts } from '../picture-facts'

/** The task of a picture process, and its answer. Both are sent as JSON. */
export interface PictureTask {
  /** The absolute path of a local file of any kind. */
  file: string
  /** The absolute path of the folder for the picture and its smaller copies. */
  folder: string
  /** A picture with more pixels is not decoded. */
  maxPixels: number
}

/** `missing`: the file was removed, because its sender has left. `unreadable`: no accepted format, or damaged. */
export type PictureRefusal = 'too-large' | 'unreadable' | 'missing'

/** The facts of a picture that was encoded. */
export type PictureOutcome = PictureFacts | PictureRefusal

export type PictureAnswer =
  | {
      outcome: PictureOutcome
      /** The resident memory of the process after its work, in bytes. */
      residentBytes: number
    }
  /** An unexpected failure (a bug, a full disk) that is not the picture's fault. */
  | { failure: string }

/** The first message of a process: it is ready for tasks. */
export const PICTURE_PROCESS_READY = 'ready'
