import type { Readable } from 'node:stream'
import { ID_MAX } from '@contract/limits'
import { MEDIA_BASE_PATH } from '@contract/paths'
import { PICTURE_FILE } from '@contract/picture'
import type { PublicSettings } from '@contract/settings'
import type { Db } from '../../db/schema'
import { etagOf } from '../../lib/etag'
import { linkPictureVersion } from '../../lib/link-picture-address'
import { LINK_PICTURE_FILE } from '../../media/link-picture'
import type { MediaLibrary } from '../../media/media-library'
import type { FileStore } from '../../storage/file-store'
import { drawingOf, drawingOfSite } from './drawing'
import { type DrawnMemorial, findPublicMemorial, lockPublicMemorial, setLinkPicture } from './repository'

/** A JPEG. */
export interface PictureToSend {
  etag: string
  /** Bytes. */
  size: number
  read(): Promise<Readable | Buffer>
}

export type LinkPictureService = ReturnType<typeof createLinkPictureService>

/** The pictures that messengers and social networks show for links. Drawn when they are first asked for, then kept. */
export function createLinkPictureService(parts: {
  db: Db
  library: MediaLibrary
  store: FileStore
  site: PublicSettings
}) {
  const { db, library, store, site } = parts
  const underWay = new Map<number, Promise<string | undefined>>()
  let siteDrawing: Promise<Buffer> | undefined

  const versionOf = ({ photo_id: photoId, ...memorial }: DrawnMemorial) => {
    const photo_path = photoId && `${MEDIA_BASE_PATH}/${photoId}/${PICTURE_FILE}`
    return linkPictureVersion({ ...memorial, photo_path }, site.siteName)
  }

  /** Returns where it is stored; undefined when the memorial was closed, changed or deleted meanwhile. */
  async function drawAndStore(memorial: DrawnMemorial): Promise<string | undefined> {
    const version = versionOf(memorial)
    const picture = await library.storeLinkPicture(drawingOf(memorial, site), memorial.photo_id ?? undefined)
    return library.change(picture, async (tx, media) => {
      const row = await lockPublicMemorial(tx, memorial.id)
      // What nobody claims is removed.
      if (!row || versionOf(row) !== version) return undefined
      await media.claim(picture, row.id)
      if (row.link_picture_id) await media.release(row.link_picture_id)
      await setLinkPicture(tx, row.id, { id: picture.id, version })
      return picture.id
    })
  }

  /** Draws a picture once, however many ask for it at the same time. */
  async function drawOnce(memorial: DrawnMemorial): Promise<string | undefined> {
    const drawn = underWay.get(memorial.id) ?? drawAndStore(memorial).finally(() => underWay.delete(memorial.id))
    underWay.set(memorial.id, drawn)
    return drawn
  }

  async function stored(pictureId: string | null | undefined, version: string): Promise<PictureToSend | undefined> {
    const file = pictureId ? await store.open(`${pictureId}/${LINK_PICTURE_FILE}`) : undefined
    return file && { etag: `"${version}"`, size: file.size, read: () => file.read() }
  }

  async function ofSite(): Promise<PictureToSend> {
    siteDrawing ??= library.drawLinkPicture(drawingOfSite(site))
    const bytes = await siteDrawing.catch((error: unknown) => {
      siteDrawing = undefined
      throw error
    })
    return { etag: etagOf(bytes), size: bytes.length, read: () => Promise.resolve(bytes) }
  }

  return {
    /** For all pages that are nobody's. */
    ofSite,

    /** The site's own for a memorial that is closed or not there: nothing tells the two apart. */
    async ofMemorial(id: number): Promise<PictureToSend> {
      const memorial = id <= ID_MAX ? await findPublicMemorial(db, id) : undefined
      if (!memorial) return ofSite()
      const version = versionOf(memorial)
      const isGood = memorial.link_picture_version === version
      const picture = isGood ? await stored(memorial.link_picture_id, version) : undefined
      return picture ?? (await stored(await drawOnce(memorial), version)) ?? ofSite()
    },
  }
}
