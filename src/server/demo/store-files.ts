import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ArchiveKind } from '@contract/archive'
import type { StoredMedia, StoredPicture, MediaLibrary } from '../media/media-library'
import type { DemoItem, DemoPerson } from './people'

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
