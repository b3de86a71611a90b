import { open } from 'node:fs/promises'

/** Watches what the open files of this process sync. `folder`: any that is there. */
export async function spyOnSyncs(folder: string): Promise<jest.SpiedFunction<() => Promise<void>>> {
  const handle = await open(folder)
  const anyHandle = Object.getPrototypeOf(handle) as { datasync(): Promise<void> }
  await handle.close()
  return jest.spyOn(anyHandle, 'datasync')
}
