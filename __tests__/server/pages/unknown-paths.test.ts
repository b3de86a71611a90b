import { createChangeFeed } from '@server/db/change-feed'
import { createPage } from '@server/pages/page'
import { createPageService, type RenderPage } from '@server/pages/page-service'
import { NotRenderedError } from '@server/pages/render-threads'

const OPEN = { public_status: true, closed_at: null, owner_left_at: null }

/** `memorials`: those that there are, by id; each has what is said of it. */
function pagesOf(renderPage: RenderPage, memorials: Record<number, typeof OPEN> = {}) {
  const changes = createChangeFeed()
  changes.open()
  const fill = ({ html = 'empty' }) => createPage(html, '')
  const findMemorial = (id: number) => Promise.resolve(memorials[id])
  const parts = { changes, siteName: 'Помним', renderPage, fill, findMemorial }
  const pages = createPageService(parts as unknown as Parameters<typeof createPageService>[0])
  return Object.assign(
    async (url: string) => {
      const shown = pages.cachedPageAt(url) ?? (await pages.pageAt(url))
      return 'page' in shown ? `${shown.status} ${shown.page.body('identity').toString()}` : shown.movedTo
    },
    { cachedPageAt: pages.cachedPageAt.bind(pages) },
  )
}

it('renders one page for all addresses where there is none, however many are asked for', async () => {
  const rendered: string[] = []
  const visit = pagesOf((url) => {
    rendered.push(url)
    return Promise.resolve({ kind: 'shown', status: 404, head: '', styles: [], html: 'nothing is here', state: '{}' })
  })
  for (let index = 0; index < 50; index++)
    expect(await visit(`/nowhere/${index}?x=${index}`)).toBe('404 nothing is here')
  expect(await visit('/memorials/99999999999')).toBe('404 nothing is here')
  expect(rendered).toHaveLength(1)
  // This is asked before routing: a file of the program is no page, and must not be taken for a missing one.
  for (const url of ['/assets/start.js', '/robots.txt', '/healthz', '/sw.js'])
    expect(visit.cachedPageAt(url)).toBeUndefined()
})

it('renders one page for all memorials that there are none of, and none for closed ones', async () => {
  const rendered: string[] = []
  const memorials = { 7: OPEN, 8: { ...OPEN, public_status: false } }
  const visit = pagesOf((url) => {
    rendered.push(url)
    const isThere = url === '/memorials/7'
    const html = isThere ? 'Ёлкина' : 'nobody is here'
    return Promise.resolve({ kind: 'shown', status: isThere ? 200 : 404, head: '', styles: [], html, state: '{}' })
  }, memorials)
  const missing = Array.from({ length: 50 }, (_none, index) => `/memorials/${1000 + index}?words=${index}`)
  expect(new Set(await Promise.all(missing.map(visit)))).toEqual(new Set(['404 nobody is here']))
  for (const url of missing) expect(await visit(url)).toBe('404 nobody is here')
  expect(await visit('/memorials/8')).toMatch(/^200 .*JavaScript/)
  expect(rendered).toEqual(['/memorials/2147483647'])
  // One that was made meanwhile is there with the next visit.
  Object.assign(memorials, { 1000: memorials[7] })
  await visit('/memorials/1000')
  expect(await visit('/memorials/7')).toBe('200 Ёлкина')
  expect(rendered).toEqual(['/memorials/2147483647', '/memorials/1000', '/memorials/7'])
})

it('sends an empty page, which the program fills, when the thread that renders it ended', async () => {
  const visit = pagesOf(() => Promise.reject(new NotRenderedError('not rendered')))
  expect(await visit('/memorials')).toBe('200 empty')
})
