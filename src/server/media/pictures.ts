import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from '../storage/file-store'
import { randomToken } from '../lib/token'
import { contentTypeOf } from './content-type'
import { encodePicture, PICTURE_FILES } from './encode-picture'

const MEDIA_ID_BYTES = 16

/** Pictures on their way into the file store and out of it. */
export interface Pictures {
  /** Encodes a local file and keeps it with its copies. Resolves to its media id once all of it is safe. */
  keep(localFile: string): Promise<string>
  /** Forgets a picture's files; called when what they were kept for did not come about. */
  discard(mediaId: string): Promise<void>
}

export function createPictures(store: FileStore, temporaryFolder: string): Pictures {
  return {
    async keep(localFile) {
      const mediaId = randomToken(MEDIA_ID_BYTES)
      const folder = await mkdtemp(path.join(temporaryFolder, 'picture-'))
      try {
        await encodePicture(localFile, folder)
        for (const name of PICTURE_FILES) {
          await store.keep(`${mediaId}/${name}`, path.join(folder, name), contentTypeOf(name))
        }
        return mediaId
      } catch (error) {
        await store.removeFolder(mediaId)
        throw error
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    discard: (mediaId) => store.removeFolder(mediaId),
  }
}
