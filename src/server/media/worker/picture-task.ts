import type { PortraitView } from '@contract/portrait-view'
import type { BookTask } from '../books/book'
import type { LinkPicture } from '../link-picture'
import type { PictureFacts } from '../picture-facts'
import type { PlateSheetTask } from '../plates/plate-sheet'

/** The tasks of a picture process, and its answers. All are sent as JSON. Books and sheets of plates are set in processes of their own. */
export type PictureTask = EncodingTask | LookingTask | DrawingTask | BookTask | PlateSheetTask

export interface EncodingTask {
  /** The absolute path of a local file of any kind. */
  file: string
  /** The absolute path of the folder for the picture and its smaller copies. */
  folder: string
  /** A picture with more pixels is not decoded. */
  maxPixels: number
  /** How it is turned and cropped. The file is then a picture of ours, which is upright. */
  view?: PortraitView
  /** The file says that it is a picture of ours. If it is one, its bytes are kept. */
  isOurs?: boolean
}

/** To decode a picture, and write nothing. */
export interface LookingTask {
  /** The absolute path of a local file of any kind. */
  looked: string
  /** A picture with more pixels is not decoded. */
  maxPixels: number
}

/** To draw the picture that a link shows. All paths are absolute. */
export interface DrawingTask {
  drawing: LinkPicture
  /** A JPEG of ours. */
  portrait?: string
  /** The file that is written. */
  target: string
  /** As `writeLinkPictureFonts` has made it. */
  fontsFolder: string
}

/** `missing`: the file was removed, because its sender has left. `unreadable`: no accepted format, or damaged. */
export type PictureRefusal = 'too-large' | 'unreadable' | 'missing'

/** The facts of a picture that was encoded, or why it was not. */
export type EncodingOutcome = PictureFacts | PictureRefusal

export type LookingOutcome = 'whole' | PictureRefusal

export type OutcomeOf<Task extends PictureTask> = Task extends LookingTask
  ? LookingOutcome
  : Task extends DrawingTask
    ? 'drawn'
    : Task extends BookTask | PlateSheetTask
      ? 'set'
      : EncodingOutcome

export type PictureAnswer =
  | {
      outcome: OutcomeOf<PictureTask>
      /** The resident memory of the process after its work, in bytes. */
      residentBytes: number
    }
  /** An unexpected failure (a bug, a full disk) that is not the picture's fault. */
  | { failure: string }

/** The first message of a process: it is ready for tasks. */
export const PICTURE_PROCESS_READY = 'ready'
