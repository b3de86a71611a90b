import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { PLATE_FORMATS, PLATE_TONES } from '@contract/plate'
import type { PublicSettings } from '@contract/settings'
import type { ReadableWhole } from '@server/access/memorial'
import { createAttempts } from '@server/lib/attempts'
import { createPlateService } from '@server/modules/memorials/plates'
import { readByTwo, renderedPdf, renderedSvg } from '@support/qr-readers'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const DOTS_PER_INCH = 300
const HUNDREDTHS_PER_INCH = 2540
const QUIET_ZONE = 4
/** 60 letters with the spaces between them. */
const LONG_NAME = { lastname: 'Воскресенская-Преображенская', name: 'Александрина', surname: 'Константиновна-Ильина' }

let server: TestApp
let owner: string
let pageId: number

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
  pageId = (await aStoredMemorial(server, owner, { ...LONG_NAME, birth_date: '1912-03-01', death_date: '1993-02-08' }))
    .id
})
afterAll(() => server.close())

const ask = (query: string, id = pageId) => server.api({ url: `/memorial/${id}/qrcode${query}` })
const address = () => `http://localhost:3000/memorials/${pageId}`

async function rendered(format: string, file: Buffer): Promise<Buffer> {
  if (format === 'svg') return renderedSvg(file.toString(), DOTS_PER_INCH)
  return format === 'pdf' ? renderedPdf(file, DOTS_PER_INCH) : file
}

describe.each(PLATE_FORMATS)('the code as %s', (format) => {
  it.each(PLATE_TONES)('is read back by two readers at its smallest, %s, with the name beneath', async (tone) => {
    const { rawPayload } = await ask(`?format=${format}&size_mm=30&plate=true&tone=${tone}`)

    expect(await readByTwo(await rendered(format, rawPayload))).toEqual([address(), address()])
  })

  it('is as wide as it was asked for, in print too', async () => {
    const picture = sharp(await rendered(format, (await ask(`?format=${format}&size_mm=100`)).rawPayload))
    const { width, height, density = DOTS_PER_INCH } = await picture.metadata()

    const millimetres = (width / (format === 'png' ? density : DOTS_PER_INCH)) * 25.4
    expect(millimetres).toBeGreaterThan(99)
    expect(millimetres).toBeLessThanOrEqual(100.4)
    expect(height).toBe(width)
  })
})

describe('what is measured', () => {
  interface Measured {
    path: string
    width: number
    height: number
  }

  function sizeOf(svg: string) {
    const [, width, height] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg) ?? []
    return { width: Number(width), height: Number(height) }
  }

  async function svgOf(query: string): Promise<Measured> {
    const svg = (await ask(`?format=svg&${query}`)).body
    const { width, height } = sizeOf(svg)
    expect(svg).toContain(`viewBox="0 0 ${Math.round(width * 100)} ${Math.round(height * 100)}"`)
    return {
      path: /id="code"[^>]* d="([^"]+)"/.exec(svg)?.[1] ?? '',
      width: width * 100,
      height: height * 100,
    }
  }

  async function pdfOf(query: string): Promise<Measured> {
    const pdf = (await ask(`?format=pdf&${query}`)).rawPayload
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
    const start = pdf.indexOf('stream\n') + 'stream\n'.length
    const content = inflateSync(pdf.subarray(start, pdf.indexOf('\nendstream'))).toString()
    // Hundredths of a millimetre are the unit of the drawing.
    expect(Number(/\n([\d.]+) 0 0 [\d.]+ 0 0 cm/.exec(content)?.[1])).toBeCloseTo(72 / HUNDREDTHS_PER_INCH, 5)
    const path = content.slice(content.indexOf('re\n'), content.indexOf('f*'))
    const inHundredths = (points?: string) => (Number(points) * HUNDREDTHS_PER_INCH) / 72
    return { path: path.replace(/re\nf\n\d g\n/, ''), width: inHundredths(width), height: inHundredths(height) }
  }

  it.each([
    ['SVG', svgOf, 30],
    ['SVG', svgOf, 57],
    ['SVG', svgOf, 300],
    ['PDF', pdfOf, 30],
    ['PDF', pdfOf, 300],
  ] as const)(
    'a module of an %s is whole hundredths, and four of them are empty around (%#)',
    async (_name, read, size) => {
      const { path, width, height } = await read(`size_mm=${size}`)
      const places = [...path.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number))
      const first = Math.min(...places)
      const module = first / QUIET_ZONE
      const across = Math.round(width / module)

      expect(Number.isInteger(module)).toBe(true)
      expect(places.filter((place) => place % module !== 0)).toEqual([])
      expect(Math.max(...places)).toBe((across - QUIET_ZONE) * module)
      expect(width).toBeCloseTo(across * module, 1)
      expect(height).toBeCloseTo(width, 1)
      // The next whole hundredth would be too wide.
      expect(module).toBe(Math.floor((size * 100) / across))
    },
  )

  it.each([30, 300])('a name of 60 letters neither overlaps nor leaves its plate of %d mm', async (size) => {
    expect(Object.values(LONG_NAME).join(' ').length).toBeGreaterThanOrEqual(60)
    const svg = (await ask(`?format=svg&plate=true&size_mm=${size}`)).body.replace(/<path id="code"[^>]*>/, '')
    const { width: widthMm } = sizeOf(svg)
    const words = await renderedSvg(svg, (1000 * 25.4) / widthMm)
    const { data, info } = await sharp(words).greyscale().raw().toBuffer({ resolveWithObject: true })
    const isInked = (x: number, y: number) => (data[(y * info.width + x) * info.channels] as number) < 128
    const rows = Array.from({ length: info.height }, (_none, y) =>
      Array.from({ length: info.width }, (_same, x) => isInked(x, y)),
    )
    const margin = Math.floor((QUIET_ZONE * 1000) / 41)

    const inkedRows = rows.flatMap((row, y) => (row.includes(true) ? [y] : []))
    expect(inkedRows.length).toBeGreaterThan(100)
    expect(Math.min(...inkedRows)).toBeGreaterThanOrEqual(1000)
    expect(Math.max(...inkedRows)).toBeLessThanOrEqual(info.height - margin / 2)
    expect(rows.some((row) => row.slice(0, margin - 5).includes(true) || row.slice(-(margin - 5)).includes(true))).toBe(
      false,
    )
    // Between its lines nothing is inked: surname, name and patronymic, years.
    const gaps = inkedRows.filter((y, index) => index > 0 && y - (inkedRows[index - 1] as number) > 1)
    expect(gaps.length).toBeGreaterThanOrEqual(2)
  })
})

it('is light on dark where that is asked for', async () => {
  const corner = async (query: string) =>
    (
      await sharp((await ask(query)).rawPayload)
        .greyscale()
        .raw()
        .toBuffer()
    )[0]

  expect(await corner('?tone=dark')).toBe(255)
  expect(await corner('?tone=light')).toBe(0)
})

it('stays as it was without parameters', async () => {
  const { headers, rawPayload } = await ask('')
  const { width, height } = await sharp(rawPayload).metadata()

  expect([headers['content-type'], headers['cache-control']]).toEqual(['image/png', 'private, max-age=3600'])
  expect([width, height]).toEqual([984, 984])
})

it.each(['?format=gif', '?size_mm=29', '?size_mm=301', '?size_mm=60.5', '?tone=red', '?plate=perhaps'])(
  'refuses %s',
  async (query) => {
    expect((await ask(query)).statusCode).toBe(422)
  },
)

it('is for whoever may read the page, and names its kind to a HEAD', async () => {
  const closed = await aStoredMemorial(server, owner, { public_status: 'false' })
  expect((await ask('?format=pdf', closed.id)).statusCode).toBe(403)

  const head = await server.api({ method: 'HEAD', url: `/memorial/${pageId}/qrcode?format=pdf` })
  expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', 'application/pdf'])
})

it('is drawn next for another address, however many one address asks for at once', async () => {
  const drawn: string[] = []
  const { draw } = createPlateService({
    limitAttempts: createAttempts(),
    site: { publicUrl: 'https://pomnim.example', siteName: 'Помним' } as PublicSettings,
    threads: {
      drawPlate: async ({ text }) => {
        drawn.push(text)
        return Buffer.from(text)
      },
    },
  })
  const askFrom = (address: string, id: number) =>
    draw({ id } as ReadableWhole, { format: 'svg', size_mm: 60, tone: 'dark', plate: false }, address)
  const flooded = Promise.allSettled(Array.from({ length: 40 }, () => askFrom('203.0.113.7', 1)))

  await askFrom('198.51.100.9', 2)
  expect(drawn.slice(0, 2).map((text) => text.at(-1))).toEqual(['1', '2'])
  expect((await flooded).filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
})
