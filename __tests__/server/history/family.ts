import type { History } from '@contract/history'
import type { Memorial } from '@contract/memorial'
import type { TestApp } from '@support/server-app'
import { anAdvancedMemorial } from '@support/archives'
import { anOwner } from '@support/test-memorials'

export type Person = Awaited<ReturnType<typeof anOwner>>

/** A page that a sister owns and a brother keeps with her, and what they do there. */
export async function aFamily(server: TestApp) {
  const { owner: sister, memorial: page } = await anAdvancedMemorial(server, { biography: 'Родился в Вязёмах.' })
  const brother = await anOwner(server)
  await keep(brother)

  async function keep({ user }: Person): Promise<void> {
    await server.db.insertInto('keepers').values({ memorial_id: page.id, user_id: user.id }).execute()
  }

  const change = (who: Person, fields: Record<string, string>, expected?: object) =>
    changeAt(`/memorial/update/${page.id}`, who, fields, expected)

  function changeAt(url: string, { token }: Person, fields: Record<string, string>, expected?: object) {
    const payload = new FormData()
    for (const [name, value] of Object.entries(fields)) payload.append(name, value)
    if (expected) payload.append('expected', JSON.stringify(expected))
    return server.api({ method: 'PATCH', url, token, payload })
  }

  const history = async (who: Person = sister, query: Record<string, string> = {}) =>
    (await server.api({ url: `/memorial/${page.id}/history`, token: who.token, query })).json<History>()

  const restore = (who: Person, revision: number) =>
    server.api({ method: 'POST', url: `/memorial/${page.id}/history/${revision}/restore`, token: who.token })

  const restoreDay = (who: Person, payload: object) =>
    server.api({ method: 'POST', url: `/memorial/${page.id}/history/restore-day`, token: who.token, payload })

  const read = async () => (await server.api({ url: `/memorial/${page.id}`, token: sister.token })).json<Memorial>()

  /** Time passes since all revisions so far. */
  async function pass(minutes: number): Promise<void> {
    for (const { id, at } of await server.db.selectFrom('revisions').select(['id', 'at']).execute()) {
      const earlier = new Date(at.getTime() - minutes * 60_000)
      await server.db.updateTable('revisions').set({ at: earlier }).where('id', '=', id).execute()
    }
  }

  const call = (who: Person, name: string | null) =>
    server.api({ method: 'PATCH', url: '/users/me', token: who.token, payload: { display_name: name } })

  return { sister, brother, page, keep, change, changeAt, history, restore, restoreDay, read, pass, call }
}
