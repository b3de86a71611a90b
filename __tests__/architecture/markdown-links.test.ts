import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(__dirname, '../..')
/** The legal texts become pages of the site, and link to those. */
const OF_THE_SITE = /^config\/legal\//

const below = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
const pages = [...readdirSync(ROOT), ...below('config'), ...below('src')].filter(
  (name) => name.endsWith('.md') && !name.includes('node_modules') && !OF_THE_SITE.test(name),
)

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8').replace(/^```.*?^```/gms, '')

/** Where a link of a page leads, when that is in the repository: a file, and a heading of it. */
function linksOf(page: string): { target: string; heading: string | undefined }[] {
  const hrefs = Array.from(read(page).matchAll(/\]\(([^)\s]+)\)/g), ([, href = '']) => href)
  return hrefs
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => {
      const [file = '', heading] = href.split('#')
      return { target: file === '' ? page : path.join(path.dirname(page), decodeURI(file)), heading }
    })
}

/** The anchors that a forge gives to the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

it.each(pages)('%s links only to files and headings that exist', (page) => {
  const broken = linksOf(page).filter(
    ({ target, heading }) =>
      !existsSync(path.join(ROOT, target)) || (heading !== undefined && !anchorsOf(target).includes(heading)),
  )
  expect(broken).toEqual([])
})

it('finds pages and links', () => {
  expect(pages.length).toBeGreaterThan(10)
  expect(linksOf('README.md').length).toBeGreaterThan(5)
})
