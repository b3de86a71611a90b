import {
  type Burial,
  BURIAL_EMPTY,
  BURIAL_TEXTS,
  type BurialChange,
  type BurialDraft,
  ROAD_INVALID,
  type RoadChange,
  roadChangeSchema,
} from '@contract/burial'
import { PICTURE_FILE } from '@contract/picture'
import { type Editable, lockEditable, type Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { changedByOther, conflict, invalidField, notFound } from '../../lib/api-error'
import type { SecurityEvent, SecurityLog } from '../../lib/security-log'
import type { MediaUrls } from '../../media/media-urls'
import type { LocalFile, MediaLibrary, StoredMedia } from '../../media/media-library'
import { type Change, changesOfTexts, recordChanges, refuseOverwriting, type Restoring } from '../history/revisions'
import {
  asStep,
  type BurialRow,
  deleteBurial,
  findBurial,
  findBurialById,
  insertBurial,
  roadOf,
  type StoredStep,
  updateBurial,
  writeRoad,
} from './repository'

const BURIAL_EXISTS = 'Место захоронения уже указано.'

type BurialFacts = Pick<BurialRow, 'burial_address' | 'cemetery' | 'plot' | 'burial_coordinates' | 'photo_id'>

export type BurialService = ReturnType<typeof createBurialService>

/** A memorial has at most one burial place. */
export function createBurialService(parts: {
  db: Db
  library: MediaLibrary
  mediaUrls: MediaUrls
  securityLog: SecurityLog
}) {
  const { db, library, mediaUrls, securityLog } = parts

  const asBurial = ({ photo_id: photoId, ...burial }: BurialRow, isPublic: boolean): Burial => ({
    ...burial,
    photo_path: photoId && mediaUrls.of(photoId, PICTURE_FILE, isPublic),
    road: roadOf(burial).map(({ id, line, width, height }) => ({
      id,
      line,
      photo_path: mediaUrls.of(id, PICTURE_FILE, isPublic),
      photo_width: width,
      photo_height: height,
    })),
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
    async create(
      memorial: Editable,
      draft: BurialDraft,
      photoFile?: LocalFile,
      restoring?: Restoring,
    ): Promise<Burial> {
      if (await findBurial(db, memorial.id)) throw conflict(BURIAL_EXISTS)
      if (!photoFile) refuseEmpty(changedFacts(draft))
      const photo = await storePhoto(photoFile)
      const created = await library.change(photo, async (tx, media) => {
        const { id } = await lockEditable(tx, memorial)
        if (photo) await media.claim(photo, id)
        const facts = { ...changedFacts(draft), photo_id: photo?.id ?? null }
        const burial = await insertBurial(tx, { memorial_id: id, ...facts })
        if (!burial) throw conflict(BURIAL_EXISTS)
        const saving = { memorialId: id, userId: memorial.editorId, restoring }
        if (restoring) await recordChanges(tx, saving, changesOfTexts(PREFIX, BURIAL_TEXTS, NOTHING, facts))
        return { ...burial, ...sizeOf(photo) }
      })
      return asBurial(created, memorial.public_status)
    },

    /** Absent fields stay, empty ones are cleared; at least one must remain. 409 when it is not as `expected`. */
    async update(
      memorial: Editable,
      { expected, road, ...draft }: BurialChange,
      files: { grave?: LocalFile | undefined; road?: LocalFile | undefined },
      restoring?: Restoring,
    ): Promise<Burial> {
      if (files.road && !road) throw invalidField('road', ROAD_INVALID)
      const photo = await storePhoto(files.grave)
      const roadPhoto = await storePhoto(files.road)
      const stored = [photo, roadPhoto].filter((file) => file !== undefined)
      const events: SecurityEvent[] = []
      const updated = await library.change(stored, async (tx, media) => {
        const { id: memorialId } = await lockEditable(tx, memorial)
        const burial = await findBurial(tx, memorialId)
        if (!burial) throw notFound()
        const facts = changedFacts(draft, burial)
        await refuseOverwriting(tx, { memorialId, prefix: PREFIX }, { now: burial, expected, wanted: facts })
        const saving = { memorialId, userId: memorial.editorId, restoring }
        await recordChanges(tx, saving, changesOfTexts(PREFIX, BURIAL_TEXTS, burial, facts))
        const left = road && changedRoad(roadOf(burial), road, roadPhoto)
        if (left) {
          await recordChanges(tx, saving, changesOfLines(roadOf(burial), left))
          if (roadPhoto) await media.claim(roadPhoto, memorialId)
          for (const { id } of roadOf(burial)) if (!left.some((step) => step.id === id)) await media.release(id)
          await updateBurial(tx, burial.id, { road: writeRoad(left) })
        }
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
        const { id: memorialId } = await lockEditable(tx, memorial)
        const burial = await deleteBurial(tx, burialId)
        if (!burial) throw notFound()
        const saving = { memorialId, userId: memorial.editorId }
        await recordChanges(tx, saving, changesOfTexts(PREFIX, BURIAL_TEXTS, burial, NOTHING))
        for (const id of [burial.photo_id, ...roadOf(burial).map((step) => step.id)]) if (id) await media.release(id)
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

/** The steps of the road after a change. */
function changedRoad(stored: StoredStep[], change: RoadChange, photo: StoredMedia | undefined): StoredStep[] {
  const { before, steps } = roadChangeSchema.cast(change)
  if (String(stored.map(({ id }) => id)) !== String(before)) throw changedByOther()
  const added = photo && asStep(photo, '')
  const road = steps.map(({ id, line }) => {
    const photoOfStep = id === null ? added : stored.find((step) => step.id === id)
    if (!photoOfStep) throw invalidField('road', ROAD_INVALID)
    return { ...photoOfStep, line }
  })
  const isEachOnce = new Set(road.map(({ id }) => id)).size === road.length
  if (!isEachOnce || (added && !road.some(({ id }) => id === added.id))) throw invalidField('road', ROAD_INVALID)
  return road
}

/** Of the photos that stay: the line of each is a field of its own. */
function changesOfLines(before: StoredStep[], after: StoredStep[]): Change[] {
  return before.flatMap(({ id, line }) => {
    const step = after.find((each) => each.id === id)
    return step ? [{ what: `${PREFIX}road.${id}.line`, before: line, after: step.line }] : []
  })
}

/** Of the fields in the history. */
const PREFIX = 'burial.'

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
