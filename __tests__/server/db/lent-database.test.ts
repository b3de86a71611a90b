import { startTestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

// What the suite itself stands on: files of tests get one database after another, and none may see what another left.

it('an app gets an empty database, with ids from one on, whatever the app before it has written', async () => {
  const before = await startTestApp()
  await aStoredMemorial(before, (await anOwner(before)).token, { public_status: 'true' })
  await before.close()

  const server = await startTestApp()
  try {
    expect((await server.api({ url: '/memorial/public_memorials' })).json()).toEqual({ result: [], total: 0 })
    expect((await server.signUp()).user.id).toBe(1)
  } finally {
    await server.close()
  }
})

it('two apps at a time have a database each', async () => {
  const [one, other] = [await startTestApp(), await startTestApp()]
  try {
    const { user } = await one.signUp()
    await other.signUp()

    const idsIn = async ({ db }: typeof one) =>
      (await db.selectFrom('users').select('id').execute()).map(({ id }) => id)
    expect(await idsIn(one)).toEqual([user.id])
    expect(await idsIn(other)).toHaveLength(1)
  } finally {
    await one.close()
    await other.close()
  }
})

it('an app hears no more of changes once its database was given back', async () => {
  const before = await startTestApp()
  const heard: string[] = []
  before.changes.follow({
    open: () => undefined,
    drop: (tag) => void heard.push(tag),
  })
  await before.close()

  const server = await startTestApp()
  await aStoredMemorial(server, (await anOwner(server)).token)
  await server.close()

  expect(heard).toEqual([])
})
