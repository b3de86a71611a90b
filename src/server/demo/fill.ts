import type { Db } from '../db/schema'
import type { KeptPicture, MediaLibrary, MediaOfChange } from '../media/media-library'
import { portraitColumns } from '../media/picture-facts'
import { insertMemorial } from '../modules/memorials/repository'
import { hashDemoPasswords, insertDemoAccounts, isFilled } from './accounts'
import { type DemoPerson, readDemoPeople } from './people'

const PORTRAITS_AT_ONCE = 2
const OWN_MEMORIALS = 4
const DAY_MS = 86_400_000

/**
 * Fills an empty database with invented people; one that holds an account already is left alone.
 * All rows come in one transaction: a start that dies half-way leaves the database empty, and the next one fills it.
 */
export async function fillWithDemoContent(
  parts: { db: Db; library: MediaLibrary; secretKey: string },
  demoFolder: string,
): Promise<void> {
  const { db, library, secretKey } = parts
  if (await isFilled(db)) return

  const people = await readDemoPeople(demoFolder)
  const portraits = await keepPortraits(people, library)
  const hashes = await hashDemoPasswords(secretKey)
  await library.change(undefined, async (tx, media) => {
    const { ownerId, keeperId } = await insertDemoAccounts(tx, hashes)
    const own = new Set(ownedByDemoOwner(people))
    for (const person of people) {
      await insertPerson(tx, media, person, {
        userId: own.has(person) ? ownerId : keeperId,
        portrait: portraits.get(person),
      })
    }
  })
}

/** The demo owner has every closed page and a few public ones, so that both can be tried. */
function ownedByDemoOwner(people: DemoPerson[]): DemoPerson[] {
  const closed = people.filter(({ public_status }) => !public_status)
  const open = people.filter(({ public_status, swo_status }) => public_status && !swo_status)
  return [...closed, ...open].slice(0, OWN_MEMORIALS)
}

async function insertPerson(
  tx: Db,
  media: MediaOfChange,
  person: DemoPerson,
  { userId, portrait }: { userId: number; portrait: KeptPicture | undefined },
): Promise<void> {
  const { burial, memories, portrait: _picture, ...life } = person
  const { id } = await insertMemorial(tx, {
    ...life,
    biography: life.biography.join('\n\n'),
    user_id: userId,
    ...portraitColumns(portrait?.id, portrait?.facts),
    rate_check: false,
    is_advanced: false,
    media_storage_limit: 0,
  })
  if (portrait) await media.claim(portrait, id)
  if (burial)
    await tx
      .insertInto('burials')
      .values({ memorial_id: id, ...burial })
      .execute()
  if (memories.length === 0) return
  await tx
    .insertInto('memories')
    .values(
      memories.map(({ author, description, days_ago }) => ({
        memorials_id: id,
        author,
        description,
        status: 'approved' as const,
        created_at: new Date(Date.now() - days_ago * DAY_MS),
        decided_at: new Date(),
      })),
    )
    .execute()
}

async function keepPortraits(people: DemoPerson[], library: MediaLibrary) {
  const portraits = new Map<DemoPerson, KeptPicture>()
  const waiting = people.values()
  const keepNext = async () => {
    for (const person of waiting) portraits.set(person, await library.keepPicture({ path: person.portrait }))
  }
  await Promise.all(Array.from({ length: PORTRAITS_AT_ONCE }, keepNext))
  return portraits
}
