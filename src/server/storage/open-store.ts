import path from 'node:path'
import type { Config } from '../config'
import { createDiskStore } from './disk-store'
import type { FileStore } from './file-store'

/** The object store of the settings, or else the folder DATA_DIR/media. Whether an object store can be reached, its `check` tells. */
export async function openStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<FileStore> {
  if (!s3) return createDiskStore(path.join(dataDir, 'media'))
  // Loaded on demand: its client is slow to load, and most installations have no object store.
  const { createS3Store } = await import('./s3-store')
  return createS3Store(s3)
}
