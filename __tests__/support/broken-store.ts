import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '@server/storage/file-store'
import type { TestApp } from './server-app'

type Server = Pick<TestApp, 'store' | 'dataDir'>

/** Removes files of one medium, whatever the store is: no store removes single files by itself. */
export async function loseFiles({ store, dataDir }: Server, mediaId: string, names: readonly string[]): Promise<void> {
  const left = (await store.list(mediaId)).filter((name) => !names.includes(name))
  const contents = new Map<string, Buffer>()
  for (const name of left) contents.set(name, await contentOf(store, `${mediaId}/${name}`))
  await store.removeFolder(mediaId)
  for (const [name, content] of contents) await putFile({ store, dataDir }, mediaId, name, content)
}

/** Adds a file to a medium, or replaces the one with this name. */
export async function putFile(
  { store, dataDir }: Server,
  mediaId: string,
  name: string,
  content: Buffer | string,
): Promise<void> {
  const localFile = path.join(dataDir, `put-${name}`)
  await writeFile(localFile, content)
  await store.put(`${mediaId}/${name}`, localFile, 'application/octet-stream')
  await rm(localFile, { force: true })
}

async function contentOf(store: FileStore, key: string): Promise<Buffer> {
  const file = await store.open(key)
  if (!file) throw new Error(`There is no file ${key}`)
  return buffer(await file.read())
}
