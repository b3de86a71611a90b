import sharp from 'sharp'
import type { Memorial } from '@contract/memorial'
import { CROP_INVALID, TURN_INVALID } from '@contract/portrait-view'
import { memorialForm } from '@support/memorial-form'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ token } = await anOwner(server))
})

const RED = [254, 0, 0]
const BLUE = [0, 0, 254]

/** 80 by 60 pixels: red on the left, blue on the right. */
function redAndBlue(): Promise<Buffer> {
  const blue = sharp({ create: { width: 40, height: 60, channels: 3, background: '#0000ff' } }).png()
  return blue.toBuffer().then((right) =>
    sharp({ create: { width: 80, height: 60, channels: 3, background: '#ff0000' } })
      .composite([{ input: right, left: 40, top: 0 }])
      .png()
      .toBuffer(),
  )
}

async function create(fields: Record<string, string> = {}): Promise<Memorial> {
  const payload = memorialForm(fields, { bytes: await redAndBlue() })
  const response = await server.api({ method: 'POST', url: '/memorial/create', token, payload })
  expect(response.statusCode).toBe(201)
  return response.json<Memorial>()
}

function update(id: number, fields: Record<string, string>, photo?: Buffer) {
  const payload = new FormData()
  for (const [name, value] of Object.entries(fields)) payload.append(name, value)
  if (photo) payload.append('photo', new Blob([photo as Uint8Array<ArrayBuffer>]), 'photo.png')
  return server.api({ method: 'PATCH', url: `/memorial/update/${id}/`, token, payload })
}

/** The size of a picture, and its colours at the middle of the left, top, right and bottom side. */
async function look(path: string | null | undefined) {
  const { rawPayload } = await server.app.inject(path ?? '')
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels
    return isNear([...data.subarray(start, start + 3)])
  }
  const [middle, centre] = [Math.floor(info.width / 2), Math.floor(info.height / 2)]
  return {
    size: [info.width, info.height],
    left: at(2, centre),
    top: at(middle, 2),
    right: at(info.width - 3, centre),
    bottom: at(middle, info.height - 3),
  }
}

/** JPEG changes colours a little. */
function isNear(colour: number[]): string {
  const near = (other: number[]) => other.every((value, index) => Math.abs(value - (colour[index] ?? 0)) < 24)
  return near(RED) ? 'red' : near(BLUE) ? 'blue' : colour.join(',')
}

it('is whole and upright unless told otherwise', async () => {
  const memorial = await create()
  expect(memorial).toMatchObject({ photo_rotate: 0, photo_crop: null, photo_original_path: memorial.photo_path })
  expect(await look(memorial.photo_path)).toMatchObject({ size: [80, 60], left: 'red', right: 'blue' })
})

it('is turned clockwise, then cropped', async () => {
  const turned = await create({ rotate: '90' })
  expect(turned).toMatchObject({ photo_rotate: 90, photo_crop: null, photo_width: 60, photo_height: 80 })
  expect(await look(turned.photo_path)).toMatchObject({ size: [60, 80], top: 'red', bottom: 'blue' })
  expect(await look(turned.photo_original_path)).toMatchObject({ size: [80, 60], left: 'red' })

  const crop = { x: 0, y: 0.5, width: 0.5, height: 0.5 }
  const cropped = await create({ rotate: '90', crop: JSON.stringify(crop) })
  expect(cropped).toMatchObject({ photo_rotate: 90, photo_crop: crop })
  expect(await look(cropped.photo_path)).toMatchObject({ size: [30, 40], top: 'blue', bottom: 'blue' })
})

it('changes later without the file, from the original, and back to it', async () => {
  const { id, photo_path: whole } = await create()
  const before = (await server.storedFiles()).size
  const turned = (await update(id, { rotate: '270' })).json<Memorial>()
  expect(await look(turned.photo_path)).toMatchObject({ size: [60, 80], top: 'blue', bottom: 'red' })

  const crop = JSON.stringify({ x: 0, y: 0, width: 1, height: 0.4 })
  const cropped = (await update(id, { crop })).json<Memorial>()
  expect(await look(cropped.photo_path)).toMatchObject({ size: [60, 32], top: 'blue', bottom: 'blue' })
  expect(cropped).toMatchObject({ photo_rotate: 270, photo_original_path: whole })
  expect((await server.app.inject(turned.photo_path ?? '')).statusCode).toBe(404)

  const back = (await update(id, { rotate: '0', crop: '' })).json<Memorial>()
  expect(back).toMatchObject({ photo_path: whole, photo_rotate: 0, photo_crop: null, photo_width: 80 })
  expect((await server.storedFiles()).size).toBe(before)
})

it('stays when something else changes, or the same is asked for again', async () => {
  const { id, photo_path: path } = await create({ rotate: '180' })
  for (const fields of [{ name: 'Иван' }, { rotate: '180' }] as Record<string, string>[]) {
    expect((await update(id, fields)).json()).toMatchObject({ photo_path: path, photo_rotate: 180 })
  }
})

it('is whole again when another photo comes without a view, and nothing of the first stays', async () => {
  const { id } = await create()
  const files = (await server.storedFiles()).size
  await update(id, { rotate: '90' })
  const replaced = (await update(id, {}, await redAndBlue())).json<Memorial>()
  expect(replaced).toMatchObject({ photo_rotate: 0, photo_crop: null, photo_original_path: replaced.photo_path })
  expect((await server.storedFiles()).size).toBe(files)
})

it('goes with its page, the original too', async () => {
  const before = (await server.storedFiles()).size
  const { id } = await create({ rotate: '90' })
  await server.api({ method: 'DELETE', url: `/memorial/delete/${id}/`, token })
  await destroyOverdue(server)
  expect((await server.storedFiles()).size).toBe(before)
})

it('is the business of its owner alone', async () => {
  const { id } = await create({ rotate: '90', public_status: 'true' })
  const seen = (await server.api({ url: `/memorial/${id}` })).json<Memorial>()
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['photo_rotate']))
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['photo_crop']))
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['photo_original_path']))
})

it.each([
  [{ rotate: '45' }, 'rotate', TURN_INVALID],
  [{ crop: 'face' }, 'crop', CROP_INVALID],
  [{ crop: '[]' }, 'crop', CROP_INVALID],
  [{ crop: '{"x":0,"y":0,"width":1}' }, 'crop', CROP_INVALID],
  [{ crop: '{"x":0.5,"y":0,"width":0.6,"height":1}' }, 'crop', CROP_INVALID],
  [{ crop: '{"x":0,"y":0,"width":0.001,"height":1}' }, 'crop', CROP_INVALID],
  [{ crop: '{"x":"0","y":0,"width":1,"height":1}' }, 'crop', CROP_INVALID],
] as const)('%j is refused', async (fields, field, msg) => {
  const { id, photo_path: path } = await create()
  const refusal = await update(id, fields)
  expect(refusal.statusCode).toBe(422)
  expect(refusal.json()).toMatchObject({ detail: [{ loc: ['body', field], msg }] })
  expect((await server.api({ url: `/memorial/${id}`, token })).json()).toMatchObject({ photo_path: path })
})

it('cannot be changed before there is a photo', async () => {
  const response = await server.api({ method: 'POST', url: '/memorial/create', token, payload: memorialForm() })
  const refusal = await update(response.json<Memorial>().id, { rotate: '90' })
  expect(refusal.statusCode).toBe(422)
  expect(refusal.json()).toMatchObject({ detail: [{ loc: ['body', 'rotate'] }] })
})
