import { performance } from 'node:perf_hooks'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createPage } from '@server/pages/page'
import { until } from '@support/until'

const HTML = `<style>p{}</style>${'<p>Память — «навсегда»</p>'.repeat(2000)}`
const POLICY = `default-src 'self'`

it('is sent as it is, and compressed in two ways', () => {
  const page = createPage(HTML, POLICY)
  expect(page.body('identity').toString()).toBe(HTML)
  expect(gunzipSync(page.body('gzip')).toString()).toBe(HTML)
  expect(brotliDecompressSync(page.body('br')).toString()).toBe(HTML)
  expect(page.body('br').length).toBeLessThan(page.body('gzip').length)
})

it.each(['br', 'gzip', 'identity'] as const)('is made only once for all visits (%s)', (encoding) => {
  const page = createPage(HTML, POLICY)
  expect(page.body(encoding)).toBe(page.body(encoding))
})

it('may be empty', () => {
  expect(gunzipSync(createPage('', POLICY).body('gzip')).toString()).toBe('')
  expect(brotliDecompressSync(createPage('', POLICY).body('br')).toString()).toBe('')
})

it('has an ETag that tells of its content', () => {
  const { etag } = createPage(HTML, POLICY)
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  expect(createPage(HTML, POLICY).etag).toBe(etag)
  expect(createPage(`${HTML} `, POLICY).etag).not.toBe(etag)
})

it('tells how many bytes it has, and its policy', () => {
  expect(createPage(HTML, POLICY)).toMatchObject({ bytes: Buffer.byteLength(HTML), policy: POLICY })
})

describe.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('is compressed as well as can be (%s)', (encoding, decompress) => {
  const html = Array.from({ length: 400 }, (_, index) => `<p class="css-${index * 7919}">Слова ${index ** 2}</p>`).join(
    '',
  )
  const idle = (utilization: number) =>
    jest.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ utilization, idle: 0, active: 0 })
  /** Pages are compressed so one after the other. */
  async function othersAreDone(): Promise<void> {
    const other = createPage(`${html} `, POLICY)
    const quick = other.body(encoding)
    await until(() => other.body(encoding).length < quick.length)
  }
  afterEach(() => jest.restoreAllMocks())

  it('when somebody asks for it again', async () => {
    idle(0.9)
    const page = createPage(html, POLICY)
    const quick = page.body(encoding)
    await othersAreDone()
    expect(page.body(encoding)).toBe(quick)
    await until(() => page.body(encoding).length < quick.length)
    expect(decompress(page.body(encoding)).toString()).toBe(html)
  })

  it('at once while the server has little else to do', async () => {
    idle(0.1)
    const page = createPage(html, POLICY)
    const quick = page.body(encoding)
    await othersAreDone()
    expect(page.body(encoding).length).toBeLessThan(quick.length)
  })
})
