import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { PICTURE_MAX_PIXELS } from '@contract/limits'
import { isPlainJpeg } from '@server/media/worker/jpeg-bytes'

let folder: string
let jpeg: Buffer

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-plain-'))
  jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'silver' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function isPlain(bytes: Buffer): Promise<boolean> {
  const file = path.join(folder, 'picture.jpg')
  await writeFile(file, bytes)
  return isPlainJpeg(file, PICTURE_MAX_PIXELS)
}

/** The picture with one more segment at its beginning. */
function withSegment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, body.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

const JFIF = Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')

it('is one as we write it, with or without the short head of JFIF', async () => {
  expect(await isPlain(jpeg)).toBe(true)
  expect(await isPlain(withSegment(0xe0, JFIF))).toBe(true)
})

it.each([
  ['a head of JFIF that holds more', () => withSegment(0xe0, Buffer.concat([JFIF, Buffer.alloc(1)]))],
  ['what a camera tells', () => withSegment(0xe1, Buffer.from('Exif\0\0'))],
  ['a comment', () => withSegment(0xfe, Buffer.from('who was there'))],
  ['something behind its end', () => Buffer.concat([jpeg, Buffer.from('more')])],
  ['no end', () => jpeg.subarray(0, -2)],
])('is none with %s', async (_what, make) => {
  expect(await isPlain(make())).toBe(false)
})
