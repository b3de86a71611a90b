import type { Sequence } from './tables'

/**
 * A backup is one tar archive:
 *
 *     backup.json                    the head
 *     secret-key                     the key of DATA_DIR, where it is not a setting
 *     rows/<table>/<n>.ndjson.gz     rows as PostgreSQL's JSON, a line each; tables in the order in which they are filled
 *     files/<media id>/<name>        every file that a row names, unless an earlier archive has it
 *     index/<n>.ndjson.gz            a line for each entry above but the head, and for each file in an earlier archive
 *     end.json                       the end; without it the archive is not whole
 */
export const FORMAT = 1
export const HEAD = 'backup.json'
export const SECRET_KEY = 'secret-key'
export const END = 'end.json'
export const ROWS = 'rows/'
export const FILES = 'files/'
export const INDEX = 'index/'

export interface Head {
  format: number
  /** Tells archives apart, whatever they are called. */
  id: string
  made_at: string
  /** The release that made it. */
  release: string
  /** The migrations that the database had had. */
  migrations: string[]
  tables: string[]
  sequences: Sequence[]
}

/** A line of the index. */
export interface IndexLine {
  name: string
  /** Bytes. */
  size: number
  /** In hexadecimal digits. */
  sha256: string
  /** The file name of the earlier archive that has it, beside this one; absent when it is in this one. */
  in?: string
}

export interface End {
  rows: Record<string, number>
  /** Files in this archive, and their bytes. */
  files: number
  file_bytes: number
  /** Files in earlier archives. */
  files_elsewhere: number
  /** Files that rows name and the store did not have. */
  missing: string[]
  /** Of head and index: a single number that stands for all there is. */
  sha256: string
}

/** A backup that cannot be used. Its message is for the operator. */
export class BackupError extends Error {}
