import { type Burial, ROAD_INVALID } from '@contract/burial'
import type { History } from '@contract/history'
import { ROAD_STEPS_MAX } from '@contract/limits'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { aBurial, burialOf, changeBurial, changeRoad, deleteBurial } from './burial-form'

let server: TestApp
let owner: string
let memorialId: number
let burial: Burial

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
})
afterAll(() => server.close())
beforeEach(async () => {
  memorialId = (await aStoredMemorial(server, owner, { public_status: 'true' })).id
  burial = await aBurial(server, owner, memorialId)
})

type Steps = { id: string | null; line: string }[]
const change = (before: string[], steps: Steps, token = owner) =>
  changeRoad(server, { id: burial.id, token, before, steps })
const road = async () => (await burialOf(server, memorialId)).json<Burial>().road ?? []
const ids = async () => (await road()).map(({ id }) => id)
const statusOf = async (address: string) => (await server.app.inject(address)).statusCode

/** A road with these lines. */
async function walk(...lines: string[]): Promise<string[]> {
  for (const line of lines) {
    const steps = (await road()).map((step) => ({ id: step.id, line: step.line }))
    expect((await change(await ids(), [...steps, { id: null, line }])).statusCode).toBe(200)
  }
  return ids()
}

it('is told step by step, and visitors read it in order', async () => {
  await walk('От ворот налево', 'У голубой ограды')
  expect(await road()).toMatchObject([
    { line: 'От ворот налево', photo_width: expect.any(Number), photo_height: expect.any(Number) },
    { line: 'У голубой ограды' },
  ])
  for (const step of await road()) expect(await statusOf(step.photo_path)).toBe(200)
})

it('is put in another order, with other lines, and leaves no file of what is taken out', async () => {
  const [first = '', second = '', third = ''] = await walk('Ворота', 'Часовня', 'Ограда')
  const removed = (await road())[1]?.photo_path ?? ''
  const steps = [
    { id: third, line: 'Голубая ограда' },
    { id: first, line: 'Ворота' },
  ]
  const changed = await change([first, second, third], steps)
  expect(changed.json<Burial>().road).toMatchObject(steps)
  expect(await road()).toMatchObject(steps)
  expect(await statusOf(removed)).toBe(404)
})

it('leaves the former line of each photo in the history, from where it is restored', async () => {
  const [first = '', second = ''] = await walk('Ворота', 'Часовня')
  const of = (url: string, method: 'GET' | 'POST' = 'GET') =>
    server.api({ method, url: `/memorial/${memorialId}/history${url}`, token: owner })
  expect((await of('')).json<History>().total).toBe(0)
  await change(
    [first, second],
    [
      { id: second, line: 'Часовня' },
      { id: first, line: 'Ворота слева' },
    ],
  )
  const { result } = (await of('')).json<History>()
  expect(result).toMatchObject([{ what: `burial.road.${first}.line`, before: 'Ворота', after: 'Ворота слева' }])
  const restored = await of(`/${result[0]?.id}/restore`, 'POST')
  expect([restored.statusCode, restored.json<Burial>().road?.map(({ line }) => line)]).toEqual([
    200,
    ['Часовня', 'Ворота'],
  ])
  await change([second, first], [{ id: second, line: 'Часовня' }])
  expect((await of(`/${result[0]?.id}/restore`, 'POST')).statusCode).toBe(404)
})

it('stays when the rest of the place is changed, and goes with it', async () => {
  await walk('Ворота')
  const [step] = await road()
  await changeBurial(server, burial.id, { token: owner, cemetery: 'Смоленское' })
  expect(await road()).toEqual([step])
  await deleteBurial(server, burial.id, owner)
  expect(await statusOf(step?.photo_path ?? '')).toBe(404)
})

it('has at most six steps', async () => {
  const known = await walk(...Array.from({ length: ROAD_STEPS_MAX }, (_step, index) => `Шаг ${index + 1}`))
  const steps = [...known.map((id) => ({ id, line: '' })), { id: null, line: 'Седьмой' }]
  const refused = await change(known, steps)
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('не больше 6')])
  expect(await ids()).toEqual(known)
})

it('takes no photo of another page, none twice, and none without its step', async () => {
  const [known = ''] = await walk('Ворота')
  const wrong: Steps[] = [
    [{ id: burial.photo_path?.split('/')[2] ?? '', line: '' }],
    [
      { id: known, line: '' },
      { id: known, line: '' },
    ],
    [
      { id: null, line: '' },
      { id: null, line: '' },
    ],
  ]
  for (const steps of wrong) {
    const refused = await change([known], steps)
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining(ROAD_INVALID)])
  }
  for (const text of [
    'null',
    '[]',
    '{"steps":[]}',
    JSON.stringify({ before: [], steps: Array.from({ length: 200 }, () => ({ id: null, line: '' })) }),
    'дорога',
    `{"before":[],"steps":[{"id":null,"line":"${'я'.repeat(900)}"}]}`,
  ]) {
    const payload = new FormData()
    payload.append('road', text)
    const refused = await server.api({ method: 'PATCH', url: `/burial/update/${burial.id}`, payload, token: owner })
    expect([text, refused.statusCode]).toEqual([text, 422])
  }
  expect(await ids()).toEqual([known])
})

it('is not overwritten by who has not seen the last step', async () => {
  const [first = ''] = await walk('Ворота')
  await walk('Часовня')
  expect((await change([first], [{ id: first, line: 'Мои ворота' }])).statusCode).toBe(409)
  expect(await road()).toMatchObject([{ line: 'Ворота' }, { line: 'Часовня' }])
})

it('is changed by keepers alone', async () => {
  const { token } = await server.signUp()
  expect((await change([], [{ id: null, line: 'Чужая' }], token)).statusCode).toBe(403)
  expect(await road()).toEqual([])
})
