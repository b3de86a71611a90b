import { createChangeFeed } from '@server/db/change-feed'
import { createPage } from '@server/pages/page'
import { createScreenPages, type RenderScreen } from '@server/pages/screen-pages'
import { NotRenderedError } from '@server/pages/render-threads'

function pagesOf(renderScreen: RenderScreen) {
  const changes = createChangeFeed()
  changes.begin()
  const fill = ({ html = 'empty' }) => createPage(html, '')
  const parts = { changes, siteName: 'Помним', renderScreen, fill }
  const pages = createScreenPages(parts as unknown as Parameters<typeof createScreenPages>[0])
  return Object.assign(
    async (url: string) => {
      const shown = pages.keptPageAt(url) ?? (await pages.pageAt(url))
      return 'page' in shown ? `${shown.status} ${shown.page.body('identity').toString()}` : shown.movedTo
    },
    { keptPageAt: pages.keptPageAt.bind(pages) },
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
    expect(visit.keptPageAt(url)).toBeUndefined()
  // A page that may be made tomorrow is looked for each time.
  await visit('/memorials/12345')
  await visit('/memorials/12345')
  expect(rendered).toHaveLength(3)
})

it('sends an empty page, which the program fills, when the thread that renders it ended', async () => {
  const visit = pagesOf(() => Promise.reject(new NotRenderedError('not rendered')))
  expect(await visit('/memorials')).toBe('200 empty')
})
