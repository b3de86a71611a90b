import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { ARCHIVE_KINDS, type ArchiveItem, type ArchiveKind, archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { addToArchive, anAdvancedMemorial } from '@support/archives'
import type { TestApp } from '@support/server-app'
import { onEachEngine, statusesOf } from './race'

onEachEngine({ 'takes one of the files that fit singly but not together, and counts what is stored': uploads })

/** Two files are sent, or five, where there is room for one and a half; then the one is deleted while another comes. */
async function uploads(server: TestApp) {
  const { owner, memorial } = await anAdvancedMemorial(server)
  const { token } = owner
  const add = (kind: ArchiveKind) => addToArchive(server, kind, { token, memorialId: memorial.id })
  const remove = (kind: ArchiveKind, { id }: ArchiveItem) =>
    server.api({ method: 'DELETE', url: `${archivePaths(kind).delete}/${id}`, token })
  const onlyItem = async (kind: ArchiveKind) => {
    const { result } = (await server.api({ url: `${archivePaths(kind).list}/${memorial.id}`, token })).json<{
      result: [ArchiveItem]
    }>()
    expect(result).toHaveLength(1)
    return result[0]
  }
  const used = async () =>
    (await server.api({ url: `/memorial/${memorial.id}`, token })).json<Memorial>().used_storage_bytes
  const setLimit = (bytes: number) =>
    server.db.updateTable('memorials').set({ media_storage_limit: bytes }).where('id', '=', memorial.id).execute()

  const sizes = new Map<ArchiveKind, number>()
  for (const kind of ARCHIVE_KINDS) {
    const item = (await add(kind)).json<ArchiveItem>()
    sizes.set(kind, (await used()) ?? 0)
    await remove(kind, item)
  }

  return async (round: number) => {
    const kind = ARCHIVE_KINDS[round % ARCHIVE_KINDS.length] ?? 'photo'
    const size = sizes.get(kind) ?? 0
    const losers = round % 5 === 4 ? 4 : 1
    await setLimit(Math.floor(size * 1.5))

    const statuses = await statusesOf(Array.from({ length: 1 + losers }, () => add(kind)))

    expect(statuses).toEqual([201, ...Array<number>(losers).fill(413)])
    expect([await used(), await bytesInStore(server)]).toEqual([size, size])
    expect(await readdir(path.join(server.dataDir, 'uploads'))).toEqual([])

    const item = await onlyItem(kind)
    await setLimit(size * 2)
    expect(await statusesOf([add(kind), remove(kind, item), remove(kind, item)])).toEqual([201, 204, 404])
    expect([await used(), await bytesInStore(server)]).toEqual([size, size])

    await remove(kind, await onlyItem(kind))
    expect([await used(), await bytesInStore(server)]).toEqual([0, 0])
  }
}

async function bytesInStore({ storedFiles }: TestApp): Promise<number> {
  const files = await storedFiles()
  return [...files.values()].reduce((sum, size) => sum + size, 0)
}
