import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, Upload } from '@tus/server'
import { TUS_EXTENSIONS } from '@contract/upload'
import type { Db } from '../../db/schema'
import { conflict, notFound } from '../../lib/api-error'
import { FileSink } from '../../lib/file-sink'
import type { FileStore } from '../../storage/file-store'
import { addPart, findUpload, touchUpload } from './repository'

/** A shorter fragment of an interrupted chunk is discarded: it would be a file of its own. */
const PART_MIN_BYTES = 64 * 1024
export const OTHER_PLACE = 'Эта часть файла пришла не с того места. Узнайте, сколько уже получено, и продолжите оттуда.'
const PART_TYPE = 'application/octet-stream'

/**
 * Chunks of resumable uploads, for the tus server. Each chunk is a file in the store, and the database records their
 * order: any process that shares both can receive the next chunk, and no received chunk is lost when a process dies.
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
    this.extensions = [...TUS_EXTENSIONS]
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.parts.db, id)
    if (!row) throw notFound()
    return new Upload({ id, size: row.size_bytes, offset: row.received_bytes })
  }

  /** Returns the new offset. If a chunk is interrupted, what arrived is stored. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { db, store, temporaryFolder } = this.parts
    if (!(await touchUpload(db, id))) throw notFound()
    const { size = 0 } = await this.getUpload(id)
    const part = path.join(temporaryFolder, randomUUID())
    try {
      const { bytes, isWhole } = await receive(stream, part)
      const isStored = isWhole ? bytes > 0 : bytes >= PART_MIN_BYTES
      if (!isStored && offset + bytes < size) return offset
      const name = `${randomUUID()}.part`
      try {
        await store.put(`${id}/${name}`, part, PART_TYPE)
      } catch (error) {
        // A concurrent request may have just removed the folder.
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

  /** 404 for an upload that has ended. Its chunks may already be removed, so the new one is removed too. */
  private async refuseEnded(id: string): Promise<void> {
    const { db, store } = this.parts
    if (await findUpload(db, id)) return
    await store.removeFolder(id)
    throw notFound()
  }
}

/** Writes the stream to a file. Returns its length, and whether the stream ended by itself. */
async function receive(stream: Readable, file: string): Promise<{ bytes: number; isWhole: boolean }> {
  let isWhole = false
  async function* untilItBreaksOff(): AsyncGenerator<Buffer> {
    try {
      yield* stream as AsyncIterable<Buffer>
      isWhole = true
    } catch (error) {
      // Rejected by the tus server.
      if ((error as Partial<{ status_code: number }>).status_code !== undefined) throw error
    }
  }
  // The tus server limits the stream to the declared size.
  const sink = await FileSink.open(file)
  await pipeline(untilItBreaksOff(), sink)
  return { bytes: sink.size, isWhole }
}
