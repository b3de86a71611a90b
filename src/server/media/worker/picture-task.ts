/** What a picture process is asked to do, and what it answers; both travel as JSON. */
export interface PictureTask {
  /** The absolute path of a local file of any kind. */
  file: string
  /** An absolute path: where the picture goes, with its smaller copies. */
  folder: string
  /** A picture with more pixels is not decoded. */
  mostPixels: number
}

/** `missing`: the file is gone, as it is when its sender has left. `unreadable`: of no accepted kind, or damaged. */
export type PictureOutcome = 'encoded' | 'too-large' | 'unreadable' | 'missing'

export type PictureAnswer =
  | {
      outcome: PictureOutcome
      /** What the process holds after its work, in bytes. */
      residentBytes: number
    }
  /** A bug or a full disk: not the picture's fault. */
  | { failure: string }

/** The first word of a process: it takes tasks from now on. */
export const PICTURE_PROCESS_READY = 'ready'
