import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { PICTURE_MAX_PIXELS, PICTURE_WIDTHS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE } from '@contract/picture'
import { encodePictureFile } from '@server/media/worker/encode-picture-file'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-encode-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('turns a large progressive photograph upright, and leaves nothing beside it', async () => {
  const [width, height] = [6000, 3000]
  const left = { create: { width: width / 2, height, channels: 3 as const, background: 'red' } }
  const lying = await sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ progressive: true })
    .toBuffer()
  const [file, target] = [path.join(folder, 'lying'), path.join(folder, 'target')]
  await writeFile(file, lying)
  await mkdir(target)

  expect(await encodePictureFile({ file, folder: target, maxPixels: PICTURE_MAX_PIXELS })).toMatchObject({
    width: height,
    height: width,
  })
  expect((await readdir(target)).sort()).toEqual([PICTURE_FILE, ...PICTURE_WIDTHS.map(PICTURE_COPY)].sort())
  const upright = sharp(path.join(target, PICTURE_FILE))
  expect(await upright.metadata()).toMatchObject({ width: height, height: width, isProgressive: false })
  expect(await upright.metadata()).not.toHaveProperty('orientation')
  const top = await upright.extract({ left: 0, top: 0, width: height, height: 100 }).toBuffer()
  const { dominant } = await sharp(top).stats()
  expect(dominant.r).toBeGreaterThan(dominant.b)
})
