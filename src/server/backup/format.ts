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
  /** Identifies the archive, independent of its file name. */
  id: string
  made_at: string
  /** The release that wrote it. */
  release: string
  /** The migrations that the database had. */
  migrations: string[]
  tables: string[]
  sequences: Sequence[]
}

/** A line of the index. */
export interface IndexLine {
  name: string
  /** Bytes. */
  size: number
  /** Hexadecimal. */
  sha256: string
  /** The file name of the earlier archive that has it, in the same folder; absent when it is in this one. */
  in?: string
}

export interface End {
  rows: Record<string, number>
  /** The number of files in this archive, and their bytes. */
  files: number
  file_bytes: number
  /** The number of files in earlier archives. */
  files_elsewhere: number
  /** Files that rows reference but the store did not have. */
  missing: string[]
  /** Of head and index: one checksum for everything. */
  sha256: string
}

/** A backup that cannot be used. The message is for the operator. */
export class BackupError extends Error {}
