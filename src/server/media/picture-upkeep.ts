import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { PICTURE_WIDTHS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE } from '@contract/picture'
import type { Db } from '../db/schema'
import { ApiError } from '../lib/api-error'
import { copyStored } from '../storage/copy-stored'
import type { FileStore } from '../storage/file-store'
import { contentTypeOf } from './content-type'
import type { PictureFacts } from './picture-facts'
import type { Pictures } from './pictures'
import { findOutdatedPictures, lockMedia, recordPictureFacts } from './repository'

/** So many a minute leave the processor to visitors, and a thousand pictures are done within the hour. */
const PICTURES_AT_A_TIME = 20
/** What `Pictures` answers to a file that is no picture, or too large. */
const NO_PICTURE = [413, 415]

/** Makes the copies and finds the facts that pictures of earlier versions lack. */
export interface PictureUpkeep {
  /** Looks at a few pictures, one after another. Several processes may do so at once: the work is then done twice. */
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
      return await pictures.encode(file, path.join(folder, 'encoded'))
    } catch (error) {
      if (error instanceof ApiError && NO_PICTURE.includes(error.status)) return undefined
      throw error
    }
  }

  /** Stores the copies that are missing. The picture itself stays as it is. */
  async function keepMissingCopies(id: string, folder: string): Promise<void> {
    for (const name of PICTURE_WIDTHS.map(PICTURE_COPY)) {
      const key = `${id}/${name}`
      if (await store.open(key)) continue
      await store.keep(key, path.join(folder, 'encoded', name), contentTypeOf(name))
    }
  }

  async function bringUpToDate(id: string): Promise<void> {
    const folder = await mkdtemp(path.join(temporaryFolder, 'upkeep-'))
    try {
      await mkdir(path.join(folder, 'encoded'))
      const facts = await encodeAgain(id, folder)
      await db.transaction().execute(async (tx) => {
        // While the row is locked nobody removes the files, so that none is stored after its folder was removed.
        if (!(await lockMedia(tx, id))) return
        if (facts) await keepMissingCopies(id, folder)
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
