import { createChangeFeed } from '@server/db/change-feed'
import { createPage } from '@server/pages/page'
import { createPageService, type RenderPage } from '@server/pages/page-service'

/** Renderings that end when the test says so. Each shows which visit began it. */
function slowPages() {
  const changes = createChangeFeed()
  changes.open()
  const ends: (() => void)[] = []
  const renderPage: RenderPage = () =>
    new Promise((resolve) => {
      const html = `rendering ${ends.length + 1}`
      ends.push(() => resolve({ kind: 'shown', status: 200, head: '', styles: [], html, state: '{}' }))
    })
  const findMemorial = (id: number) =>
    Promise.resolve({ id, public_status: true, closed_at: null, owner_left_at: null })
  const fill = ({ html = '' }) => createPage(html, '')
  const parts = { changes, siteName: 'Помним', renderPage, findMemorial, fill }
  const pages = createPageService(parts as unknown as Parameters<typeof createPageService>[0])
  const visit = async (url: string) => {
    const shown = await pages.pageAt(url)
    return 'page' in shown ? shown.page.body('identity').toString() : shown.movedTo
  }
  return {
    visit,
    announce: (tag: string) => changes.drop(tag),
    loseChanges: () => changes.open(() => false),
    /** Until no other begins. */
    endAll: async () => {
      let ended = 0
      do {
        await new Promise((resolve) => setImmediate(resolve))
        ends[ended]?.()
      } while (ended++ < ends.length)
    },
  }
}

it('many visitors at once share one rendering', async () => {
  const { visit, endAll } = slowPages()
  const visits = [visit('/memorials/7'), visit('/memorials/7')]
  await endAll()
  expect(await Promise.all(visits)).toEqual(['rendering 1', 'rendering 1'])
})

it.each([
  ['a page', '/memorials/7', 'memorial:7'],
  ['a list', '/memorials?page=2', 'memorial:7'],
  ['the first screen', '/', 'memorials'],
])('whoever asks for %s after a change gets no rendering that was begun before it', async (_what, url, changed) => {
  const { visit, announce, endAll } = slowPages()
  const before = visit(url)
  announce(changed)
  const [after, laterStill] = [visit(url), visit(url)]
  await endAll()
  expect(await Promise.all([before, after, laterStill])).toEqual(['rendering 1', 'rendering 2', 'rendering 2'])
})

it('a change of another page leaves a rendering shared', async () => {
  const { visit, announce, endAll } = slowPages()
  const visits = [visit('/memorials/7')]
  announce('memorial:8')
  visits.push(visit('/memorials/7'))
  await endAll()
  expect(await Promise.all(visits)).toEqual(['rendering 1', 'rendering 1'])
})

it('no rendering is shared while changes may be missed', async () => {
  const { visit, loseChanges, endAll } = slowPages()
  const before = visit('/memorials/7')
  loseChanges()
  const after = [visit('/memorials/7'), visit('/memorials/7')]
  await endAll()
  expect(await Promise.all([before, ...after])).toEqual(['rendering 1', 'rendering 2', 'rendering 3'])
})
