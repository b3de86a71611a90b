import { gunzipSync } from 'node:zlib'
import { createPage } from '@server/pages/page'

const TEXT = '<p>Память — «навсегда»</p>'.repeat(200)
const HTML = `<meta content="NONCE"><style nonce="NONCE">p{}</style>${TEXT}`

it('writes the nonce of each visit into the same page', () => {
  const page = createPage(HTML, 'NONCE')
  expect(page.plain('first').toString()).toBe(HTML.replaceAll('NONCE', 'first'))
  expect(page.plain('second').toString()).toBe(HTML.replaceAll('NONCE', 'second'))
})

it.each(['a', 'nonce-of-one-visit', 'x'.repeat(300), ''])(
  'compresses it without compressing again, nonce %j',
  (nonce) => {
    const page = createPage(HTML, 'NONCE')
    const compressed = page.gzipped(nonce)
    expect(gunzipSync(compressed).toString()).toBe(HTML.replaceAll('NONCE', nonce))
    expect(compressed.length).toBeLessThan(HTML.length / 4)
  },
)

it('compresses a page without a nonce, and an empty one', () => {
  expect(gunzipSync(createPage(HTML, 'ABSENT').gzipped('x')).toString()).toBe(HTML)
  expect(gunzipSync(createPage('', 'NONCE').gzipped('x')).toString()).toBe('')
})

it('has an ETag that tells of the page, not of the visit', () => {
  const { etag } = createPage(HTML, 'NONCE')
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  expect(createPage(HTML, 'NONCE').etag).toBe(etag)
  expect(createPage(`${HTML} `, 'NONCE').etag).not.toBe(etag)
})
