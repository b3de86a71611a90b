import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, Upload } from '@tus/server'
import type { Db } from '../../db/schema'
import { conflict, notFound } from '../../lib/api-error'
import { FileSink } from '../../lib/file-sink'
import type { FileStore } from '../../storage/file-store'
import { addPart, findUpload, touchUpload } from './repository'

/** Less than this of a broken part is not kept: it would be a file of its own. */
const PART_MIN_BYTES = 64 * 1024
export const OTHER_PLACE = 'Эта часть файла пришла не с того места. Узнайте, сколько уже получено, и продолжите оттуда.'
const PART_TYPE = 'application/octet-stream'

/**
 * Parts of uploads, for the tus server. Each is a file in the store, and the database knows their order: so any process that
 * shares both can take the next part, and none that came is lost when a process dies.
 */
export class PartStore extends DataStore {
  constructor(
    private readonly parts: {
      db: Db
      store: FileStore
      temporaryFolder: string
      end: (id: string) => Promise<void>
    },
  ) {
    super()
    this.extensions = ['creation', 'termination']
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.parts.db, id)
    if (!row) throw notFound()
    return new Upload({ id, size: row.size_bytes, offset: row.received_bytes })
  }

  /** Returns how much of the file there is then. Of a part that breaks off, what came is kept. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { db, store, temporaryFolder } = this.parts
    if (!(await touchUpload(db, id))) throw notFound()
    const { size = 0 } = await this.getUpload(id)
    const part = path.join(temporaryFolder, randomUUID())
    try {
      const bytes = await receive(stream, part)
      if (bytes < PART_MIN_BYTES && offset + bytes < size) return offset
      const name = `${randomUUID()}.part`
      try {
        await store.keep(`${id}/${name}`, part, PART_TYPE)
      } catch (error) {
        // Its folder may have been removed at this moment.
        await this.refuseEnded(id)
        throw error
      }
      const isAdded = await db.transaction().execute((tx) => addPart(tx, id, { from: offset, bytes, name }))
      if (!isAdded) {
        await this.refuseEnded(id)
        throw conflict(OTHER_PLACE)
      }
      return offset + bytes
    } finally {
      await rm(part, { force: true })
    }
  }

  override async remove(id: string): Promise<void> {
    await this.parts.end(id)
  }

  /** 404 for an upload that has ended. Its parts may be removed already, so the one that has just come goes too. */
  private async refuseEnded(id: string): Promise<void> {
    const { db, store } = this.parts
    if (await findUpload(db, id)) return
    await store.removeFolder(id)
    throw notFound()
  }
}

/** Writes what comes to a file. Returns its length. */
async function receive(stream: Readable, file: string): Promise<number> {
  // The tus server lets no more come than belongs to the file.
  const sink = await FileSink.open(file)
  await pipeline(untilItBreaksOff(stream), sink)
  return sink.size
}

async function* untilItBreaksOff(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    // Refused by the tus server.
    if ((error as Partial<{ status_code: number }>).status_code !== undefined) throw error
  }
}
