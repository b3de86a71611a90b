import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { PICTURE_MAX_PIXELS, PICTURE_WIDTHS } from '@contract/limits'
import { PICTURE_COPY, PICTURE_FILE } from '@contract/picture'
import { encodePictureFile, lookIntoPictureFile } from '@server/media/worker/encode-picture-file'
import { flatJpeg, withSide } from '@support/large-pictures'
import { manyPages, ODD_PICTURES, redAboveBlue, scannedPdf } from '@support/odd-pictures'
import { colourAt } from '@support/photographs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-encode-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const target = () => path.join(folder, 'target')

async function encode(
  bytes: Uint8Array,
  { page, maxPixels = PICTURE_MAX_PIXELS }: { page?: number; maxPixels?: number } = {},
) {
  const file = path.join(folder, 'sent')
  await writeFile(file, bytes)
  await mkdir(target(), { recursive: true })
  return encodePictureFile({ file, folder: target(), maxPixels, ...(page && { page }) })
}

const encoded = () => sharp(path.join(target(), PICTURE_FILE))

async function expectRedAboveBlue(): Promise<void> {
  const picture = await encoded().png().toBuffer()
  expect(
    await Promise.all([0.05, 0.5, 0.95].flatMap((x) => [colourAt(picture, x, 0.2), colourAt(picture, x, 0.8)])),
  ).toEqual(['red', 'blue', 'red', 'blue', 'red', 'blue'])
}

it('turns a large progressive photograph upright, and leaves nothing beside it', async () => {
  const [width, height] = [6000, 3000]
  const left = { create: { width: width / 2, height, channels: 3 as const, background: 'red' } }
  const lying = await sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ progressive: true })
    .toBuffer()

  expect(await encode(lying)).toMatchObject({ facts: { width: height, height: width }, pages: 1 })
  expect((await readdir(target())).sort()).toEqual([PICTURE_FILE, ...PICTURE_WIDTHS.map(PICTURE_COPY)].sort())
  const upright = encoded()
  expect(await upright.metadata()).toMatchObject({ width: height, height: width, isProgressive: false })
  expect(await upright.metadata()).not.toHaveProperty('orientation')
  const top = await upright.extract({ left: 0, top: 0, width: height, height: 100 }).toBuffer()
  const { dominant } = await sharp(top).stats()
  expect(dominant.r).toBeGreaterThan(dominant.b)
})

it.each(Object.entries(ODD_PICTURES))('shows %s as it is', async (_what, make) => {
  expect(await encode(await make())).toMatchObject({ facts: { width: 48, height: 32 }, pages: 1 })
  await expectRedAboveBlue()
})

it.each(Object.entries(ODD_PICTURES))('refuses half of %s, or shows what is there', async (_what, make) => {
  const bytes = await make()
  for (const share of [0.02, 0.1, 0.5]) {
    const outcome = await encode(bytes.subarray(0, bytes.length * share))
    expect(typeof outcome === 'string' ? outcome : outcome.facts.width).toEqual(expect.anything())
  }
})

it('takes the first of many pages of a TIFF, and tells how many there are', async () => {
  expect(await encode(await manyPages(3))).toMatchObject({ facts: { width: 48, height: 32 }, pages: 3 })
  await expectRedAboveBlue()
})

it('draws each page of a PDF', async () => {
  const pdf = await scannedPdf(2)
  for (const page of [0, 1]) {
    expect(await encode(pdf, { page })).toMatchObject({ pages: 2 })
    await expectRedAboveBlue()
  }
  expect(await encode(pdf, { page: 2 })).toBe('unreadable')
})

it('refuses a PDF that asks for a password, and one that is no PDF inside', async () => {
  expect(await encode(await scannedPdf(1, { userPassword: 'x', ownerPassword: 'y' }))).toBe('unreadable')
  expect(await encode(Buffer.from('%PDF-1.4 and nothing else'))).toBe('unreadable')
})

describe('a JPEG without its last bytes', () => {
  const noise = { type: 'gaussian' as const, mean: 100, sigma: 20 }
  const photograph = (progressive: boolean) =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: 'red', noise } })
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive })
      .toBuffer()

  it.each([
    ['two', false, 2],
    ['two of a progressive one', true, 2],
    ['a hundred of a progressive one', true, 100],
  ])('is whole when %s are missing', async (_what, progressive, missing) => {
    const bytes = await photograph(progressive)
    expect(await encode(bytes.subarray(0, -missing))).toMatchObject({ facts: { width: 480, height: 640 } })
  })

  it('ends where its rows end, and is turned upright', async () => {
    const bytes = await photograph(false)
    const outcome = await encode(bytes.subarray(0, bytes.length * 0.98))
    const { facts } = outcome as Exclude<typeof outcome, string>
    expect(facts.height).toBe(640)
    expect(facts.width).toBeGreaterThan(455)
    expect(facts.width).toBeLessThan(480)
    for (const share of [0.9, 0.5, 0.1])
      expect(await encode(bytes.subarray(0, bytes.length * share))).toBe('unreadable')
  })

  it('is refused when half of a progressive one is missing', async () => {
    const bytes = await photograph(true)
    expect(await encode(bytes.subarray(0, bytes.length / 3))).toBe('unreadable')
  })
})

it.each([
  ['50', 8192, 6144],
  ['200', 16_384, 12_288],
])('stores a photograph of %s megapixels smaller', async (_megapixels, width, height) => {
  const bytes = await flatJpeg(width, height)
  expect(await lookInto(bytes)).toBe('whole')
  const outcome = await encode(bytes)
  const { facts } = outcome as Exclude<typeof outcome, string>
  expect(facts.width * facts.height).toBeLessThan(26_000_000)
  expect(facts.width / facts.height).toBeCloseTo(width / height, 2)
})

async function lookInto(bytes: Uint8Array) {
  const looked = path.join(folder, 'looked')
  await writeFile(looked, bytes)
  return lookIntoPictureFile({ looked, maxPixels: PICTURE_MAX_PIXELS })
}

it('takes no more pixels than are allowed', async () => {
  expect(await encode(await flatJpeg(8000, 8000), { maxPixels: 50_000_000 })).toBe('too-large')
  expect(await encode(await flatJpeg(20_000, 12_000))).toBe('too-large')
  const interlaced = await redAboveBlue().png({ progressive: true }).toBuffer()
  expect(await encode(withSide(interlaced, 8000))).toBe('too-large')
})

it.each([
  ['higher than WebP allows', 40, 20_000, 20_000],
  ['higher than JPEG allows', 30, 70_000, 65_500],
  ['of a single column', 1, 60_000, 60_000],
])('stores a picture that is %s', async (_what, width, height, stored) => {
  const strip = await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect(await lookInto(strip)).toBe('whole')
  expect(await encode(strip)).toMatchObject({ facts: { height: stored } })
  const { width: copied, height: copiedHeight } = await sharp(path.join(target(), PICTURE_COPY(1280))).metadata()
  expect(copied).toBeLessThanOrEqual(width)
  expect(copiedHeight).toBe(16_383)
})
