import { open } from 'node:fs/promises'

/** Spies on the syncs of this process's open files. `folder`: any existing folder. */
export async function spyOnSyncs(folder: string): Promise<jest.SpiedFunction<() => Promise<void>>> {
  const handle = await open(folder)
  const anyHandle = Object.getPrototypeOf(handle) as { datasync(): Promise<void> }
  await handle.close()
  return jest.spyOn(anyHandle, 'datasync')
}
