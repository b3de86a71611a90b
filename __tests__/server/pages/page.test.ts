import { gunzipSync } from 'node:zlib'
import { newNonce, NONCE_CHARACTERS } from '@server/pages/nonce'
import { createPage } from '@server/pages/page'

const PLACEHOLDER = 'placeholder-of-a-nonce'
const TEXT = '<p>Память — «навсегда», placeholder, of-a-nonce</p>'.repeat(2000)
const HTML = `<meta content="${PLACEHOLDER}"><style nonce="${PLACEHOLDER}">p{}</style>${TEXT}<style nonce="${PLACEHOLDER}"></style>`

const withNonce = (nonce: string) => HTML.replaceAll(PLACEHOLDER, nonce)

it('writes the nonce of each visit into the same page', () => {
  const page = createPage(HTML, PLACEHOLDER)
  for (const nonce of [newNonce(), newNonce()])
    expect(Buffer.concat(page.plain(nonce)).toString()).toBe(withNonce(nonce))
})

it('compresses it once for all visits', () => {
  const page = createPage(HTML, PLACEHOLDER)
  for (const nonce of [newNonce(), PLACEHOLDER, 'p'.repeat(NONCE_CHARACTERS)]) {
    const compressed = Buffer.concat(page.gzipped(nonce))
    expect(gunzipSync(compressed).toString()).toBe(withNonce(nonce))
    expect(compressed.length).toBeLessThan(HTML.length / 50)
  }
})

it('compresses a page without a nonce, and an empty one', () => {
  expect(gunzipSync(Buffer.concat(createPage(TEXT, PLACEHOLDER).gzipped(newNonce()))).toString()).toBe(TEXT)
  expect(gunzipSync(Buffer.concat(createPage('', PLACEHOLDER).gzipped(newNonce()))).toString()).toBe('')
})

it('tells how many bytes it has', () => {
  expect(createPage(HTML, PLACEHOLDER).bytes).toBe(Buffer.byteLength(withNonce(newNonce())))
})

it('shares what holds no nonce among all visits', () => {
  const page = createPage(HTML, PLACEHOLDER)
  const [one, other] = [page.plain(newNonce()), page.plain(newNonce())]
  expect(one[0]).toBe(other[0])
  expect(one[1]).not.toBe(other[1])
})

it('has an ETag that tells of the page, not of the visit', () => {
  const { etag } = createPage(HTML, PLACEHOLDER)
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  expect(createPage(HTML, PLACEHOLDER).etag).toBe(etag)
  expect(createPage(`${HTML} `, PLACEHOLDER).etag).not.toBe(etag)
})

it('never gives two visits the same nonce', () => {
  const nonces = Array.from({ length: 2000 }, newNonce)
  expect(new Set(nonces).size).toBe(nonces.length)
  for (const nonce of nonces) expect(nonce).toMatch(new RegExp(`^[\\w-]{${NONCE_CHARACTERS}}$`))
})
