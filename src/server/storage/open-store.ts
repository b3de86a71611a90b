import path from 'node:path'
import type { Config } from '../config'
import { createDiskStore } from './disk-store'
import type { FileStore } from './file-store'

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
