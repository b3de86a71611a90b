import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PortraitTraits } from './portrait'

/** An invented person, as a file of config/demo/people tells of them. */
export interface DemoPerson {
  lastname: string
  name: string
  surname: string | null
  birth_date: string
  death_date: string
  swo_status: boolean
  public_status: boolean
  /** Paragraphs. */
  biography: string[]
  burial: { burial_address: string | null; burial_coordinates: string | null } | null
  memories: { author: string; description: string; days_ago: number }[]
  portrait: PortraitTraits
}

/** Everyone in the folder, by file name, so that each filled database is alike. */
export async function readDemoPeople(folder: string): Promise<DemoPerson[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as DemoPerson),
  )
}
