import type { Memorial } from '@contract/memorial'
import { memorialForm } from './memorial-form'
import { smallPicture } from './photographs'
import type { TestApp } from './server-app'

/** An account with room for many memorials and the credits that a test asks for. */
export async function anOwner(server: TestApp, credits: { advanced?: number; gigabytes?: number } = {}) {
  const account = await server.signUp()
  const { advanced = 0, gigabytes = 0 } = credits
  await server.db
    .updateTable('users')
    .set({ max_memorials: 1000, advanced_memorials_left: advanced, bonus_gb_left: gigabytes })
    .where('id', '=', account.user.id)
    .execute()
  return account
}

/** A memorial of that owner, made through the API. */
export async function aStoredMemorial(
  server: TestApp,
  token: string,
  fields: Record<string, string> = {},
  options: { withPhoto?: boolean } = {},
): Promise<Memorial> {
  const payload = memorialForm(fields, options.withPhoto ? { bytes: await smallPicture() } : undefined)
  const response = await server.api({ method: 'POST', url: '/memorial/create', token, payload })
  return response.json<Memorial>()
}
