import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { PICTURE_WIDTHS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE } from '@contract/picture'
import type { Db } from '../db/schema'
import { ApiError } from '../lib/api-error'
import { copyStored, type FileStore } from '../storage/file-store'
import { contentTypeOf } from './stored-file'
import type { PictureFacts } from './picture-facts'
import type { Pictures } from './picture-processes'
import { findOutdatedPictures, lockMedia, recordPictureFacts } from './repository'

/** This rate leaves the processor to requests, and completes a thousand pictures within the hour. */
const PICTURES_AT_A_TIME = 20
/** What `Pictures` throws for a file that is not a picture, or is too large. */
const NO_PICTURE = [413, 415]

/** Creates the copies and facts that pictures of earlier versions lack. */
export interface PictureUpkeep {
  /** Processes a few pictures, one after another. Several processes may run it at once; the work is then duplicated. */
  run(): Promise<void>
}

export function createPictureUpkeep(parts: {
  db: Db
  store: FileStore
  pictures: Pick<Pictures, 'encode'>
  temporaryFolder: string
}): PictureUpkeep {
  const { db, store, pictures, temporaryFolder } = parts

  /** Undefined for recordings, and for pictures that are gone or cannot be read. */
  async function encodeAgain(id: string, folder: string): Promise<PictureFacts | undefined> {
    const stored = await store.open(`${id}/${PICTURE_FILE}`)
    if (!stored) return undefined
    const file = path.join(folder, 'stored')
    await copyStored(stored, file)
    try {
      const { facts } = await pictures.encode(file, path.join(folder, 'encoded'))
      return facts
    } catch (error) {
      if (error instanceof ApiError && NO_PICTURE.includes(error.status)) return undefined
      throw error
    }
  }

  /** Stores missing copies. The picture itself is not changed. */
  async function storeMissingCopies(id: string, folder: string): Promise<void> {
    for (const name of PICTURE_WIDTHS.map(PICTURE_COPY)) {
      const key = `${id}/${name}`
      if (await store.open(key)) continue
      await store.put(key, path.join(folder, 'encoded', name), contentTypeOf(name))
    }
  }

  async function bringUpToDate(id: string): Promise<void> {
    const folder = await mkdtemp(path.join(temporaryFolder, 'upkeep-'))
    try {
      await mkdir(path.join(folder, 'encoded'))
      const facts = await encodeAgain(id, folder)
      await db.transaction().execute(async (tx) => {
        // The row lock prevents a removal of the files, so that none is stored after its folder was removed.
        if (!(await lockMedia(tx, id))) return
        if (facts) await storeMissingCopies(id, folder)
        await recordPictureFacts(tx, id, facts)
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    async run() {
      for (const id of await findOutdatedPictures(db, PICTURES_AT_A_TIME)) await bringUpToDate(id)
    },
  }
}
