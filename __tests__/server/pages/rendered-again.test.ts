import { createPage } from '@server/pages/page'
import { createPageService, type RenderPage } from '@server/pages/page-service'

/** Nothing is kept, as while nobody announces changes: each visit makes the page anew. */
function pagesOf(htmlOf: (visit: number) => string) {
  let visit = 0
  const renderPage: RenderPage = () =>
    Promise.resolve({ kind: 'shown', status: 200, head: '', styles: [], html: htmlOf(++visit), state: '{}' })
  const parts = { changes: { follow: () => undefined }, siteName: 'Помним', renderPage }
  return createPageService({
    ...parts,
    fill: ({ html = '' }) => createPage(html, ''),
  } as unknown as Parameters<typeof createPageService>[0])
}

it('a page that is made anew just as it was keeps its compressed copies', async () => {
  const pages = pagesOf(() => '<h1>Герои СВО</h1>')
  expect(await pages.pageAt('/swo')).toEqual({ status: 200, page: expect.anything() as object, isRendered: true })
  const [first, second] = [await pages.pageAt('/swo'), await pages.pageAt('/swo')]
  expect('page' in first && 'page' in second && first.page === second.page).toBe(true)
})

it('a page that has changed is another one', async () => {
  const pages = pagesOf((visit) => `<h1>${visit}</h1>`)
  const [first, second] = [await pages.pageAt('/swo'), await pages.pageAt('/swo')]
  expect('page' in second && second.page.body('identity').toString()).toBe('<h1>2</h1>')
  expect(first).not.toEqual(second)
})
