import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ArchiveDescription, ArchiveKind } from '@contract/archive'
import type { Precision } from '@contract/memorial-terms'
import type { MediaLibrary, StoredMedia, StoredPicture } from '../media/media-library'

/** An invented person, as in a file of people/; the portrait is in portraits/, under the same name. */
export interface DemoPerson {
  lastname: string
  name: string
  surname: string | null
  maiden_name?: string
  /** The first possible day; null if the precision is `unknown`. */
  birth_date: string | null
  /** `day` when absent. */
  birth_precision?: Precision
  death_date: string | null
  death_precision?: Precision
  swo_status: boolean
  public_status: boolean
  /** Paragraphs. */
  biography: string[]
  burial: { burial_address: string | null; cemetery?: string; plot?: string; burial_coordinates: string | null } | null
  memories: DemoMemory[]
  /** The archives of an advanced memorial, in order; absent for a basic one. */
  archives?: Partial<Record<ArchiveKind, DemoItem[]>>
  /** The path of a picture. */
  portrait: string
}

/** An approved memory, and the family's reply. */
interface DemoMemory {
  author: string
  description: string
  reply?: string
  days_ago: number
}

/** A file of an archive, and its owner's description. */
interface DemoItem extends ArchiveDescription {
  /** The name in the person's folder of archives/; a path after reading. */
  file: string
  /** The poster of a film, named in the same way. */
  poster?: string
}

/** Everyone in the demo folder, sorted by file name, so that every filled database is alike. */
export async function readDemoPeople(demoFolder: string): Promise<DemoPerson[]> {
  const people = path.join(demoFolder, 'people')
  const names = (await readdir(people)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async (name) => {
      const person = JSON.parse(await readFile(path.join(people, name), 'utf8')) as DemoPerson
      return withPaths(person, demoFolder, path.basename(name, '.json'))
    }),
  )
}

function withPaths(person: DemoPerson, demoFolder: string, fileName: string): DemoPerson {
  const pathOf = (file: string) => path.join(demoFolder, 'archives', fileName, file)
  const portrait = path.join(demoFolder, 'portraits', `${fileName}.webp`)
  if (!person.archives) return { ...person, portrait }
  const archives = Object.entries(person.archives).map(([kind, items]) => [
    kind,
    items.map(({ file, poster, ...words }) => ({
      ...words,
      file: pathOf(file),
      ...(poster && { poster: pathOf(poster) }),
    })),
  ])
  return { ...person, archives: Object.fromEntries(archives) as DemoPerson['archives'], portrait }
}

/** As many as the server decodes at once. */
const PEOPLE_AT_ONCE = 2

/** The stored files of one person. */
export interface StoredFiles {
  portrait: StoredPicture
  items: StoredItem[]
}

/** A stored file of an archive. */
export interface StoredItem {
  kind: ArchiveKind
  words: Omit<DemoItem, 'file' | 'poster'>
  file: StoredMedia
  poster: StoredPicture | undefined
}

interface Files {
  library: Pick<MediaLibrary, 'storePicture' | 'storeRecording'>
  /** On the same disk as the folder of uploads. */
  temporaryFolder: string
}

/** Encodes and stores the portraits and archives of all people, in the same way as uploads. */
export async function storeFilesOfAll(people: DemoPerson[], files: Files): Promise<Map<DemoPerson, StoredFiles>> {
  const stored = new Map<DemoPerson, StoredFiles>()
  const waiting = people.values()
  const storeNext = async () => {
    for (const person of waiting) stored.set(person, await storeFiles(person, files))
  }
  await Promise.all(Array.from({ length: PEOPLE_AT_ONCE }, storeNext))
  return stored
}

async function storeFiles({ portrait, archives = {} }: DemoPerson, files: Files): Promise<StoredFiles> {
  const stored = await files.library.storePicture({ path: portrait })
  const items: StoredItem[] = []
  for (const [kind, ofKind] of Object.entries(archives) as [ArchiveKind, DemoItem[]][]) {
    for (const { file, poster, ...words } of ofKind) {
      items.push({
        kind,
        words,
        file:
          kind === 'photo' ? await files.library.storePicture({ path: file }) : await storeRecording(file, kind, files),
        poster: poster === undefined ? undefined : await files.library.storePicture({ path: poster }),
      })
    }
  }
  return { portrait: stored, items }
}

/** The library cleans a received file in place and moves it, so it gets a copy. */
async function storeRecording(
  file: string,
  kind: 'audio' | 'video',
  { library, temporaryFolder }: Files,
): Promise<StoredMedia> {
  const folder = await mkdtemp(path.join(temporaryFolder, 'demo-'))
  try {
    const copy = path.join(folder, path.basename(file))
    await copyFile(file, copy)
    return await library.storeRecording({ path: copy }, kind)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
