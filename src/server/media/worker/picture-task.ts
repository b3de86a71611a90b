import type { PortraitView } from '@contract/portrait-view'
import type { BookTask, PlateSheetTask } from '../books/book'
import type { LinkPicture } from '../link-picture'
import type { PictureFacts } from '../picture-facts'

/**
 * The tasks of a picture process, and its responses. All are sent as JSON. Books and sheets of plates have processes of
 * their own.
 */
export type PictureTask = EncodingTask | LookingTask | DrawingTask | BookTask | PlateSheetTask

export interface EncodingTask {
  /** The absolute path of a local file of any kind. */
  file: string
  /** The absolute path of the folder for the picture and its smaller copies. */
  folder: string
  /** A picture with more pixels is not decoded. */
  maxPixels: number
  /** Which page of a file that has several, from 0; the first one when absent. */
  page?: number
  /** How to rotate and crop it. The file is then a picture that this server encoded, which is upright. */
  view?: PortraitView
  /** The caller says that this server encoded the picture. If so, its bytes are stored unchanged. */
  isOurs?: boolean
}

/** Decode a picture, and write nothing. */
export interface LookingTask {
  /** The absolute path of a local file of any kind. */
  looked: string
  /** A picture with more pixels is not decoded. */
  maxPixels: number
}

/** Draw a link preview. All paths are absolute. */
export interface DrawingTask {
  drawing: LinkPicture
  /** A JPEG that this server encoded. */
  portrait?: string
  /** The file to write. */
  target: string
  /** As `writeLinkPictureFonts` created it. */
  fontsFolder: string
}

/** `missing`: the file was removed because its sender disconnected. `unreadable`: no accepted format, or damaged. */
export type PictureRefusal = 'too-large' | 'unreadable' | 'missing'

/** An encoded picture, and how many pages its file has. */
export interface EncodedPicture {
  facts: PictureFacts
  pages: number
  /** The pages are those of a document: each is a picture of its own. */
  isDocument?: boolean
}

/** An encoded picture, or why it was not encoded. */
export type EncodingOutcome = EncodedPicture | PictureRefusal

export type LookingOutcome = 'whole' | PictureRefusal

export type OutcomeOf<Task extends PictureTask> = Task extends LookingTask
  ? LookingOutcome
  : Task extends DrawingTask
    ? 'drawn'
    : Task extends BookTask | PlateSheetTask
      ? 'set'
      : EncodingOutcome

export type PictureReply =
  | {
      outcome: OutcomeOf<PictureTask>
      /** The resident memory of the process after the task, in bytes. */
      residentBytes: number
    }
  /** An unexpected failure (a bug, a full disk) that is not the picture's fault. */
  | { failure: string }

/** The first message of a process: it is ready for tasks. */
export const PICTURE_PROCESS_READY = 'ready'
