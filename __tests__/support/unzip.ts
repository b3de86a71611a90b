import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readZip } from './read-zip'

/** Writes the files of a ZIP archive into a folder, as people unpack it. */
export async function unzip(archive: Buffer, folder: string): Promise<void> {
  for (const [name, bytes] of await readZip(archive)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
}
