import { createReadStream } from 'node:fs'
import { access, constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config'
import { ignoreMissing } from '../lib/system-errors'
import { type FileStore, isKey } from './file-store'

/**
 * The configured object store, otherwise the folder DATA_DIR/media. Use `check` to see whether an object store can be
 * reached.
 */
export async function openStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<FileStore> {
  if (!s3) return createDiskStore(path.join(dataDir, 'media'))
  // Loaded on demand: the client loads slowly, and most installations have no object store.
  const { createS3Store } = await import('./s3-store')
  return createS3Store(s3)
}

/** Stores files in a folder. A file appears under its key complete, or not at all. */
export async function createDiskStore(root: string): Promise<FileStore> {
  await mkdir(root, { recursive: true })

  /** In subfolders by the first two letters of the name, so that no directory becomes too large. */
  const folderOf = (folder: string) => path.join(root, folder.slice(0, 2), folder)

  const fileOf = (key: string) => {
    if (!isKey(key)) return undefined
    const [folder = '', name = ''] = key.split('/')
    return path.join(folderOf(folder), name)
  }

  return {
    async put(key, localFile) {
      const target = fileOf(key)
      if (!target) throw new Error(`Not a key of the file store: ${key}`)
      await mkdir(path.dirname(target), { recursive: true })
      await moveWhole(localFile, target)
      await flush(path.dirname(target))
    },

    async open(key) {
      const file = fileOf(key)
      const stats = file ? await stat(file).catch(ignoreMissing) : undefined
      if (!file || !stats?.isFile()) return undefined
      return { size: stats.size, localFile: file, read: (range) => Promise.resolve(createReadStream(file, range)) }
    },

    async list(folder) {
      const names = (await readdir(folderOf(folder)).catch(ignoreMissing)) ?? []
      // Partially written files do not match the pattern of keys.
      return names.filter((name) => isKey(`${folder}/${name}`)).sort()
    },

    async isEmpty() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      return entries.every((entry) => entry.isDirectory())
    },

    async removeFolder(folder) {
      await rm(folderOf(folder), { recursive: true, force: true })
    },

    check: () => access(root, constants.W_OK),
  }
}

/**
 * Renames the file. Across file systems it copies to a temporary name next to the target first, so that a reader never
 * sees a partial file.
 */
async function moveWhole(from: string, to: string): Promise<void> {
  await flush(from)
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const copy = `${to}.part`
    await copyFile(from, copy)
    await flush(copy)
    await rename(copy, to)
    await rm(from, { force: true })
  }
}

/** Waits until a file, or the entries of a folder, are on disk. */
async function flush(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
