import type { MemorialPage } from '@contract/memorial'
import type { TestApp } from '@support/server-app'

/** The ids in the public list. */
export async function publicIds(server: TestApp): Promise<number[]> {
  const { result } = (await server.api({ url: '/memorial/public_memorials?limit=100' })).json<MemorialPage>()
  return result.map(({ id }) => id)
}
