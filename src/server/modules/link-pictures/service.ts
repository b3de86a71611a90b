import type { Readable } from 'node:stream'
import { lifeInYears } from '@contract/life'
import { ID_MAX } from '@contract/limits'
import { familyName, NAMELESS } from '@contract/names'
import { MEDIA_BASE_PATH } from '@contract/paths'
import { PICTURE_FILE } from '@contract/picture'
import type { PublicSettings } from '@contract/settings'
import type { Db } from '../../db/schema'
import { etagOf } from '../../lib/etag'
import { linkPictureVersion, DRAWN_FIELDS } from '../../lib/link-picture-path'
import { LINK_PICTURE_FILE, type LinkPicture } from '../../media/link-picture'
import type { MediaLibrary } from '../../media/media-library'
import type { FileStore } from '../../storage/file-store'

/** A JPEG. */
export interface PictureToSend {
  etag: string
  /** Bytes. */
  size: number
  read(): Promise<Readable | Buffer>
}

export type LinkPictureService = ReturnType<typeof createLinkPictureService>

/** Pictures that messengers and social networks show for links. Drawn on the first request, then stored. */
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

  /** Returns the id of the stored picture; undefined when the memorial was closed, changed or deleted since. */
  async function drawAndStore(memorial: DrawnMemorial): Promise<string | undefined> {
    const version = versionOf(memorial)
    const picture = await library.storeLinkPicture(drawingOf(memorial, site), memorial.photo_id ?? undefined)
    return library.change(picture, async (tx, media) => {
      const row = await lockPublicMemorial(tx, memorial.id)
      // Unclaimed files are removed.
      if (!row || versionOf(row) !== version) return undefined
      await media.claim(picture, row.id)
      if (row.link_picture_id) await media.release(row.link_picture_id)
      await setLinkPicture(tx, row.id, { id: picture.id, version })
      return picture.id
    })
  }

  /** Draws a picture once for concurrent requests. */
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
    /** For routes without a memorial. */
    ofSite,

    /** The site's picture for a closed or missing memorial, which makes the two indistinguishable. */
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

/** The heading of the landing page. */
const WHAT_THE_SITE_IS = 'Страницы памяти о тех, кого нет рядом'

/** The last name, first names and years of a person. */
function drawingOf(memorial: DrawnMemorial, { siteName }: PublicSettings): LinkPicture {
  const { name, surname } = memorial
  const lines = [familyName(memorial), [name, surname].filter(Boolean).join(' ')].filter(Boolean)
  return {
    titleLines: lines.length > 0 ? lines : [NAMELESS],
    subtitle: lifeInYears(memorial),
    siteName,
  }
}

/** For routes without a memorial, and for memorials that are not public. */
function drawingOfSite({ siteName }: PublicSettings): LinkPicture {
  return { titleLines: [siteName], subtitle: WHAT_THE_SITE_IS, siteName: '' }
}

type DrawnMemorial = NonNullable<Awaited<ReturnType<typeof findPublicMemorial>>>

/** What a memorial's link picture is drawn from, and the stored picture. Undefined unless the memorial is public. */
async function findPublicMemorial(db: Db, id: number) {
  return publicMemorial(db, id).executeTakeFirst()
}

/** As `findPublicMemorial`, locked until the transaction ends. */
async function lockPublicMemorial(tx: Db, id: number): Promise<DrawnMemorial | undefined> {
  return publicMemorial(tx, id).forUpdate().executeTakeFirst()
}

async function setLinkPicture(tx: Db, id: number, picture: { id: string; version: string }): Promise<void> {
  await tx
    .updateTable('memorials')
    .set({ link_picture_id: picture.id, link_picture_version: picture.version })
    .where('id', '=', id)
    .execute()
}

function publicMemorial(db: Db, id: number) {
  return db
    .selectFrom('memorials')
    .select(['id', ...DRAWN_FIELDS, 'photo_id'])
    .select(['link_picture_id', 'link_picture_version'])
    .where('id', '=', id)
    .where('public_status', '=', true)
}
