import { type Burial, BURIAL_EMPTY, type BurialChange, type BurialDraft } from '@contract/burial'
import { PICTURE_FILE } from '@contract/picture'
import { type Editable, lockEditable, type Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { conflict, invalidField, notFound, refuseChangedByOther } from '../../lib/api-error'
import type { SecurityEvent, SecurityLog } from '../../lib/security-log'
import type { MediaUrls } from '../../media/media-urls'
import type { LocalFile, MediaLibrary, StoredMedia } from '../../media/media-library'
import { type BurialRow, deleteBurial, findBurial, findBurialById, insertBurial, updateBurial } from './repository'

const BURIAL_EXISTS = 'Место захоронения уже указано.'

type BurialFacts = Pick<BurialRow, 'burial_address' | 'cemetery' | 'plot' | 'burial_coordinates' | 'photo_id'>

export type BurialService = ReturnType<typeof createBurialService>

/** A memorial has at most one burial place. */
export function createBurialService(parts: {
  db: Db
  library: MediaLibrary
  addresses: MediaUrls
  securityLog: SecurityLog
}) {
  const { db, library, addresses, securityLog } = parts

  const asBurial = ({ photo_id: photoId, ...burial }: BurialRow, isPublic: boolean): Burial => ({
    ...burial,
    photo_path: photoId && addresses.of(photoId, PICTURE_FILE, isPublic),
  })

  const storePhoto = async (photoFile: LocalFile | undefined) =>
    photoFile === undefined ? undefined : library.storePicture(photoFile)

  return {
    /** 404 when the memorial has none. */
    async show(memorial: Readable): Promise<Burial> {
      const burial = await findBurial(db, memorial.id)
      if (!burial) throw notFound()
      return asBurial(burial, memorial.public_status)
    },

    /** The memorial that a burial place belongs to; 404 when there is no such place. */
    async memorialOf(burialId: number): Promise<number> {
      const burial = await findBurialById(db, burialId)
      if (!burial) throw notFound()
      return burial.memorial_id
    },

    /** `photoFile` is a local file of any type; 415 unless it is a picture. */
    async create(memorial: Editable, draft: BurialDraft, photoFile: LocalFile | undefined): Promise<Burial> {
      if (await findBurial(db, memorial.id)) throw conflict(BURIAL_EXISTS)
      if (!photoFile) refuseEmpty(changedFacts(draft))
      const photo = await storePhoto(photoFile)
      const created = await library.change(photo, async (tx, media) => {
        const { id } = await lockEditable(tx, memorial)
        if (photo) await media.claim(photo, id)
        const facts = { ...changedFacts(draft), photo_id: photo?.id ?? null }
        const burial = await insertBurial(tx, { memorial_id: id, ...facts })
        if (!burial) throw conflict(BURIAL_EXISTS)
        return { ...burial, ...sizeOf(photo) }
      })
      return asBurial(created, memorial.public_status)
    },

    /** Absent fields stay, empty ones are cleared; at least one must remain. 409 when it is not as `expected`. */
    async update(
      memorial: Editable,
      { expected, ...draft }: BurialChange,
      photoFile: LocalFile | undefined,
    ): Promise<Burial> {
      const photo = await storePhoto(photoFile)
      const events: SecurityEvent[] = []
      const updated = await library.change(photo, async (tx, media) => {
        const { id: memorialId } = await lockEditable(tx, memorial)
        const burial = await findBurial(tx, memorialId)
        if (!burial) throw notFound()
        const facts = changedFacts(draft, burial)
        refuseChangedByOther({ now: burial, expected, wanted: facts })
        if (!photo) {
          refuseEmpty(facts)
          return { ...burial, ...(await updateBurial(tx, burial.id, facts)) }
        }
        await media.claim(photo, memorialId)
        if (burial.photo_id) {
          await media.release(burial.photo_id)
          events.push('burial_photo_replaced')
        }
        return { ...(await updateBurial(tx, burial.id, { ...facts, photo_id: photo.id })), ...sizeOf(photo) }
      })
      for (const event of events) securityLog.record(event, subjectOf(memorial))
      return asBurial(updated, memorial.public_status)
    },

    async remove(memorial: Editable, burialId: number): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        await lockEditable(tx, memorial)
        const burial = await deleteBurial(tx, burialId)
        if (!burial) throw notFound()
        if (burial.photo_id) await media.release(burial.photo_id)
      })
      securityLog.record('burial_deleted', subjectOf(memorial))
    },
  }
}

const sizeOf = (photo: StoredMedia | undefined) => ({
  photo_width: photo?.facts?.width ?? null,
  photo_height: photo?.facts?.height ?? null,
})

const subjectOf = ({ id, editorId }: Editable) => ({ account: editorId, memorial: id })

const NOTHING: BurialFacts = {
  burial_address: null,
  cemetery: null,
  plot: null,
  burial_coordinates: null,
  photo_id: null,
}

function changedFacts(draft: BurialDraft, before: BurialFacts = NOTHING): BurialFacts {
  const changed = (field: keyof BurialDraft) => (draft[field] ?? before[field]) || null
  return {
    burial_address: changed('burial_address'),
    cemetery: changed('cemetery'),
    plot: changed('plot'),
    burial_coordinates: changed('burial_coordinates'),
    photo_id: before.photo_id,
  }
}

function refuseEmpty(facts: BurialFacts): void {
  if (Object.values(facts).every((fact) => !fact)) throw invalidField('burial_address', BURIAL_EMPTY)
}
