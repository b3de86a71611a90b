import { archiveChangeSchema, archiveItemSchema, type ArchiveKind } from '@contract/archive'
import { burialChangeSchema, burialSchema } from '@contract/burial'
import {
  type DateInHistory,
  type DayRestored,
  type HistoryValue,
  instantsOfDay,
  type RestoredDay,
} from '@contract/history'
import { memorialChangeSchema, memorialSchema } from '@contract/memorial'
import { memoryChangeSchema, replySchema, writtenMemorySchema } from '@contract/memory'
import { storyChangeSchema, writtenStorySchema } from '@contract/questions'
import type { Account } from '../../access/account'
import type { Editable, MemorialAccess } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { ApiError, conflict, isNotFound, notFound } from '../../lib/api-error'
import { serializerOf } from '../../lib/json-schema'
import { validate } from '../../lib/validate'
import type { ArchiveService } from '../archives/service'
import type { BurialService } from '../burial/service'
import { listFirstRevisions } from '../history/repository'
import { readRevision, type Restoring } from '../history/revisions'
import type { MemorialChangeService } from '../memorials/change-service'
import type { MemoryService, ReplyService } from '../memories/service'
import type { StoryService } from '../questions/stories'

const STANDS_SO = 'Сейчас здесь и так написано то же самое.'

/** The fields of one thing with the values that they shall have; '' is the page itself, 'burial', 'photo.7', 'memory.7'. */
interface Wanted {
  thing: string
  values: Record<string, HistoryValue>
}

/** A thing after a change, as its own call returns it. */
type Changed = { thing: keyof typeof SERIALIZERS; value: object }

interface SavedValues {
  values: Wanted['values']
  restoring: Restoring
}

/** Before the id of a photo on the way to the grave. */
const OF_ROAD = 'burial.road.'

const idOf = ({ id }: { id: string }) => id

/** What a keeper accepts. */
interface Accepted {
  what: string
  value: HistoryValue
  expected: HistoryValue | undefined
  proposer: NonNullable<Restoring['proposer']>
}

export type RestoringService = ReturnType<typeof createRestoringService>

/** Restores former texts and facts by the calls that change them: by the rules of today. */
export function createRestoringService(parts: {
  db: Db
  access: MemorialAccess
  changes: MemorialChangeService
  burials: BurialService
  archives: ArchiveService
  memories: MemoryService
  replies: ReplyService
  stories: StoryService
}) {
  const { db, access, changes, burials, archives, memories, replies, stories } = parts

  async function saveMemorial(memorial: Editable, values: Wanted['values'], restoring: Restoring): Promise<Changed> {
    const change = validate(memorialChangeSchema, fieldsOfMemorial(values), 'body')
    return {
      thing: 'memorial',
      value: await changes.update(memorial, change, { file: undefined, sender: '', restoring }),
    }
  }

  /** A place that was deleted is made again. */
  async function saveBurial(memorial: Editable, values: Wanted['values'], restoring: Restoring): Promise<Changed> {
    const change = validate(burialChangeSchema, asTexts(values), 'body')
    const isThere = await burials.show(memorial).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
    const save = isThere
      ? burials.update(memorial, change, {}, restoring)
      : burials.create(memorial, change, undefined, restoring)
    return { thing: 'burial', value: await save }
  }

  /** The line of a photo of the road. 404 when the photo is gone. */
  async function saveLine(memorial: Editable, id: string, restored: SavedValues): Promise<Changed> {
    const { road = [] } = await burials.show(memorial)
    if (!road.some((step) => step.id === id)) throw notFound()
    const { line: former = '' } = asTexts(restored.values)
    const steps = road.map((step) => ({ id: step.id, line: step.id === id ? former : step.line }))
    const change = validate(burialChangeSchema, { road: JSON.stringify({ before: road.map(idOf), steps }) }, 'body')
    return { thing: 'burial', value: await burials.update(memorial, change, {}, restored.restoring) }
  }

  async function saveItem(
    memorial: Editable,
    { kind, id }: { kind: ArchiveKind; id: number },
    { values, restoring }: { values: Wanted['values']; restoring: Restoring },
  ): Promise<Changed> {
    const item = await archives.find(kind, id)
    if (item.memorial_id !== memorial.id) throw notFound()
    const change = validate(archiveChangeSchema, asTexts(values), 'body')
    return { thing: 'item', value: await archives.update(memorial, item, change, { sender: '', restoring }) }
  }

  async function saveMemory(
    account: Account,
    { memorial, id }: { memorial: Editable; id: number },
    { values, restoring }: { values: Wanted['values']; restoring: Restoring },
  ): Promise<Changed> {
    const memory = await memories.find(id)
    if (memory.memorials_id !== memorial.id) throw notFound()
    const { reply, ...words } = asTexts(values)
    const moderation = { actor: account, memory, memorial: await access.toModerate(account, memorial.id) }
    let value: object | undefined
    if (Object.keys(words).length > 0)
      value = await memories.update(moderation, validate(memoryChangeSchema, words, 'body'), restoring)
    if (reply !== undefined)
      value = await replies.reply(memorial, id, validate(replySchema, { text: reply }, 'body'), restoring)
    return { thing: 'memory', value: value ?? {} }
  }

  async function saveStory(
    account: Account,
    { memorial, id }: { memorial: Editable; id: number },
    { values, restoring }: { values: Wanted['values']; restoring: Restoring },
  ): Promise<Changed> {
    const story = await stories.find(id)
    if (story.memorial_id !== memorial.id) throw notFound()
    const moderation = { actor: account, story, memorial: await access.toModerate(account, memorial.id) }
    const change = validate(storyChangeSchema, asTexts(values), 'body')
    return { thing: 'story', value: await stories.update(moderation, change, restoring) }
  }

  async function save(account: Account, memorial: Editable, wanted: Wanted, restoring: Restoring): Promise<Changed> {
    const { thing, values } = wanted
    if (thing === '') return saveMemorial(memorial, values, restoring)
    if (thing === 'burial') return saveBurial(memorial, values, restoring)
    const [kind, id] = thing.split('.')
    if (thing.startsWith(OF_ROAD)) return saveLine(memorial, thing.slice(OF_ROAD.length), { values, restoring })
    if (kind === 'memory') return saveMemory(account, { memorial, id: Number(id) }, { values, restoring })
    if (kind === 'story') return saveStory(account, { memorial, id: Number(id) }, { values, restoring })
    return saveItem(memorial, { kind: kind as ArchiveKind, id: Number(id) }, { values, restoring })
  }

  /**
   * The fields that the rules refuse. If the response names fields of them, the others are tried once more without those; else
   * each is tried alone.
   */
  async function saveWhatCanBe(
    account: Account,
    memorial: Editable,
    wanted: Wanted,
    restoring: Restoring,
  ): Promise<string[]> {
    const fields = Object.keys(wanted.values)
    try {
      await save(account, memorial, wanted, restoring)
      return []
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (fields.length === 1) return fields
      const named = fields.filter((field) => namedBy(error).has(field))
      const groups = named.length > 0 ? [fields.filter((field) => !named.includes(field))] : fields.map((one) => [one])
      const refused = [...named]
      for (const group of groups) {
        if (group.length === 0) continue
        const values = Object.fromEntries(group.map((field) => [field, wanted.values[field] ?? null]))
        refused.push(...(await saveWhatCanBe(account, memorial, { ...wanted, values }, restoring)))
      }
      return refused
    }
  }

  return {
    /**
     * Saves a proposed value in place of `expected`, if that is given. Returns the changed thing as JSON. 409 when the field has
     * changed since, 422 by the rules of today, 404 when the thing is gone.
     */
    async accept(account: Account, memorial: Editable, { what, value, expected, proposer }: Accepted): Promise<string> {
      const { thing, field } = placeOf(what)
      const restoring: Restoring = { from: {}, changed: [], proposer }
      if (expected !== undefined) restoring.expected = { [what]: expected }
      const changed = await save(account, memorial, { thing, values: { [field]: value } }, restoring)
      return SERIALIZERS[changed.thing](changed.value)
    },

    /**
     * Restores what stood before a revision, and returns the changed thing as JSON. 404 when the page has no such revision, or
     * the thing is gone; 409 when it stands so already.
     */
    async restore(account: Account, memorial: Editable, revisionId: number): Promise<string> {
      const { what, before } = await readRevision(db, memorial.id, revisionId)
      const { thing, field } = placeOf(what)
      const restoring: Restoring = { from: { [what]: revisionId }, changed: [] }
      const changed = await save(account, memorial, { thing, values: { [field]: before } }, restoring)
      if (restoring.changed.length === 0) throw conflict(STANDS_SO)
      return SERIALIZERS[changed.thing](changed.value)
    },

    /** Restores what stood before the first change of each field on that day. */
    async restoreDay(account: Account, memorial: Editable, { day, time_zone }: RestoredDay): Promise<DayRestored> {
      const first: Restoring = { from: {}, changed: [] }
      for (const { id, what } of await listFirstRevisions(db, memorial.id, instantsOfDay(day, time_zone))) {
        first.from[what] = id
      }
      const things = new Map<string, Wanted>()
      for (const [what, id] of Object.entries(first.from)) {
        const { thing, field } = placeOf(what)
        const wanted = things.get(thing) ?? { thing, values: {} }
        wanted.values[field] = (await readRevision(db, memorial.id, id)).before
        things.set(thing, wanted)
      }
      const refused: string[] = []
      for (const wanted of things.values()) {
        const prefix = wanted.thing && `${wanted.thing}.`
        refused.push(...(await saveWhatCanBe(account, memorial, wanted, first)).map((field) => prefix + field))
      }
      return { restored: first.changed.length, refused }
    },
  }
}

const SERIALIZERS = {
  memorial: serializerOf(memorialSchema),
  burial: serializerOf(burialSchema),
  item: serializerOf(archiveItemSchema),
  memory: serializerOf(writtenMemorySchema),
  story: serializerOf(writtenStorySchema),
} satisfies Record<string, (value: unknown) => string>

/** `photo.7.description` is the field `description` of the thing `photo.7`. */
function placeOf(what: string): { thing: string; field: string } {
  const at = what.lastIndexOf('.')
  return { thing: what.slice(0, Math.max(at, 0)), field: what.slice(at + 1) }
}

/** An absent text is sent as an empty one. */
function asTexts(values: Wanted['values']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, (value as string | null) ?? '']))
}

function fieldsOfMemorial(values: Wanted['values']): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [field, value] of Object.entries(values)) {
    if (field.endsWith('_date')) {
      const { date, precision } = value as DateInHistory
      fields[field] = date ?? ''
      fields[field.replace('_date', '_precision')] = precision
    } else fields[field] = (value as string | null) ?? ''
  }
  return fields
}

/** By the rules of today, or because the thing is gone or has changed. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 409, 422].includes(error.status)
}

function namedBy({ detail }: ApiError): Set<string> {
  return new Set(Array.isArray(detail) ? detail.flatMap((issue) => ('loc' in issue ? issue.loc.map(String) : [])) : [])
}
