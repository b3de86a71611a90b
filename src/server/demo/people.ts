import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Precision } from '@contract/memorial-terms'

/** An invented person, as a file of people/ tells of them; how they look is in portraits/, under the same name. */
export interface DemoPerson {
  lastname: string
  name: string
  surname: string | null
  maiden_name?: string
  /** The first day that it may be; null while it is `unknown`. */
  birth_date: string | null
  /** `day` when absent. */
  birth_precision?: Precision
  death_date: string | null
  death_precision?: Precision
  swo_status: boolean
  public_status: boolean
  /** Paragraphs. */
  biography: string[]
  burial: { burial_address: string | null; burial_coordinates: string | null } | null
  memories: { author: string; description: string; days_ago: number }[]
  /** The path of a picture. */
  portrait: string
}

/** Everyone in the demo folder, by file name, so that each filled database is alike. */
export async function readDemoPeople(demoFolder: string): Promise<DemoPerson[]> {
  const people = path.join(demoFolder, 'people')
  const names = (await readdir(people)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async (name) => {
      const person = JSON.parse(await readFile(path.join(people, name), 'utf8')) as DemoPerson
      return { ...person, portrait: path.join(demoFolder, 'portraits', `${path.basename(name, '.json')}.webp`) }
    }),
  )
}
