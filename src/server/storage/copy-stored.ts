import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { StoredFile } from './file-store'
import { throwAsStoreFailure } from './store-away'

/** Copies a stored file into a new local one. Throws `StoreAway` when the store stops sending. */
export async function copyStored(stored: StoredFile, localFile: string, signal?: AbortSignal): Promise<void> {
  await pipeline(await stored.read(), createWriteStream(localFile), { signal }).catch(throwAsStoreFailure)
}
