import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ArchiveKind } from '@contract/archive'
import type { KeptMedia, KeptPicture, MediaLibrary } from '../media/media-library'
import type { DemoItem, DemoPerson } from './people'

/** As many as the server decodes at once. */
const PEOPLE_AT_ONCE = 2

/** The stored files of one person. */
export interface KeptFiles {
  portrait: KeptPicture
  items: KeptItem[]
}

/** A stored file of an archive. */
export interface KeptItem {
  kind: ArchiveKind
  words: Omit<DemoItem, 'file' | 'poster'>
  file: KeptMedia
  poster: KeptPicture | undefined
}

interface Files {
  library: Pick<MediaLibrary, 'keepPicture' | 'keepRecording'>
  /** On the same disk as the folder of uploads. */
  temporaryFolder: string
}

/** Encodes and stores the portraits and archives of all people, in the same way as uploads. */
export async function keepFilesOfAll(people: DemoPerson[], files: Files): Promise<Map<DemoPerson, KeptFiles>> {
  const kept = new Map<DemoPerson, KeptFiles>()
  const waiting = people.values()
  const keepNext = async () => {
    for (const person of waiting) kept.set(person, await keepFiles(person, files))
  }
  await Promise.all(Array.from({ length: PEOPLE_AT_ONCE }, keepNext))
  return kept
}

async function keepFiles({ portrait, archives = {} }: DemoPerson, files: Files): Promise<KeptFiles> {
  const kept = await files.library.keepPicture({ path: portrait })
  const items: KeptItem[] = []
  for (const [kind, ofKind] of Object.entries(archives) as [ArchiveKind, DemoItem[]][]) {
    for (const { file, poster, ...words } of ofKind) {
      items.push({
        kind,
        words,
        file:
          kind === 'photo' ? await files.library.keepPicture({ path: file }) : await keepRecording(file, kind, files),
        poster: poster === undefined ? undefined : await files.library.keepPicture({ path: poster }),
      })
    }
  }
  return { portrait: kept, items }
}

/** The library cleans a received file in place and moves it, so it gets a copy. */
async function keepRecording(
  file: string,
  kind: 'audio' | 'video',
  { library, temporaryFolder }: Files,
): Promise<KeptMedia> {
  const folder = await mkdtemp(path.join(temporaryFolder, 'demo-'))
  try {
    const copy = path.join(folder, path.basename(file))
    await copyFile(file, copy)
    return await library.keepRecording({ path: copy }, kind)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
