import path from 'node:path'
import { setImmediate as otherWork } from 'node:timers/promises'
import { deserialize } from 'node:v8'
import { startBoundedThreads } from '../../lib/bounded-threads'
import { createSemaphore } from '../../lib/semaphore'
import type {
  ExportedPart,
  FileOfPeople,
  PackedArchive,
  PackedPeople,
  ReadingOfPeople,
  ReadPeople,
} from './reading/import-worker'
import type { ReadArchive } from './reading/read-exported-archive'
import type { ReadyRow, RowTie, TriedRow } from './reading/row'
import type { ExportedDraft } from './reading/exported-page'

/** Only a crafted file takes longer: a table of 100 000 rows takes about seven seconds, a tree of 20 MB about twelve. */
const TIMEOUT_MS = 60_000
/** A table of 100 000 rows needs about half of this. */
const HEAP_MAX_MB = 384
/** Requests for pages take priority over imports. */
const NICENESS = 5
const TOO_COMPLEX = 'Этот файл слишком сложно устроен, чтобы прочитать его целиком. Пожалуйста, разделите его на части.'

/** Reads import files in a worker thread, and validates them by the rules of the forms. */
export interface ImportThreads {
  readPeople: (file: string, reading?: ReadingOfPeople) => Promise<ReadPeople>
  /** The same for a trial, in less memory. */
  tryPeople: (file: string, reading?: ReadingOfPeople) => Promise<ReadPeople<TriedRow>>
  readExportedArchive(file: string): Promise<ReadArchive>
  stop(): Promise<void>
}

export function startImportThreads({
  workerFile = path.join(__dirname, 'import-worker.js'),
  heapMaxMb = HEAP_MAX_MB,
  timeoutMs = TIMEOUT_MS,
} = {}): ImportThreads {
  const threads = startBoundedThreads({ workerFile, threads: 1, niceness: NICENESS, heapMaxMb, timeoutMs })
  // Tables and archives have separate queues. The timeout of a task must not include waiting for the other queue.
  const runLimited = createSemaphore(1, Infinity)
  const unread = { rows: 0, ready: [], problems: [{ row: 1, field: 'file', msg: TOO_COMPLEX }] }

  async function peopleOf<Row>(name: 'readPeople' | 'tryPeople', task: FileOfPeople): Promise<ReadPeople<Row>> {
    const read = await runLimited(() => threads.run<PackedPeople>(name, task))
    if (!read) return { ...unread, rowName: '', ties: [], warnings: [], toCorrect: [] }
    return { ...read, ready: await unpacked<Row>(read.ready), ties: await unpacked<RowTie>(read.ties) }
  }

  return {
    readPeople: (file, reading = {}) => peopleOf<ReadyRow>('readPeople', { file, ...reading }),
    tryPeople: (file, reading = {}) => peopleOf<TriedRow>('tryPeople', { file, ...reading }),
    async readExportedArchive(file) {
      const read = await runLimited(() => threads.run<PackedArchive>('readExportedArchive', file))
      return read ? { ...read, ready: pagesOf(await unpacked<ExportedPart>(read.ready)) } : unread
    },
    stop: () => threads.stop(),
  }
}

function pagesOf(parts: ExportedPart[]): ExportedDraft[] {
  const pages: ExportedDraft[] = []
  for (const part of parts) {
    if ('page' in part) {
      pages.push(part.page)
      continue
    }
    const list: unknown[] | undefined = pages.at(-1)?.[part.list]
    list?.push(part.element)
  }
  return pages
}

/** Yields to other requests between chunks. */
async function unpacked<T>(chunks: Uint8Array[]): Promise<T[]> {
  const all: T[] = []
  for (const chunk of chunks) {
    for (const each of deserialize(chunk) as T[]) all.push(each)
    await otherWork()
  }
  return all
}
