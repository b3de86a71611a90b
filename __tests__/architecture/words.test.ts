import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const ROOT = path.resolve(__dirname, '../..')
/** Frozen once released. */
const MIGRATIONS = /^src\/server\/db\/migrations\//

/** What we once called things, and the word of the field. A name on the left may not come back. */
const RENAMED: Record<string, string> = {
  told: 'notify, notified, described',
  telling: 'report, notify',
  heed: 'evictIfRevoked',
  departures: 'signOutGeneration',
  patience: 'backoff, timeout',
  letOthersGo: 'yieldToEventLoop',
  inTurn: 'runLatestInOrder, runLimited',
  createGate: 'createSemaphore',
  throughGate: 'runLimited',
  nobody: 'scratchSet',
  takeBack: 'abort, undo, revoke',
  bringBack: 'restore',
  theirs: 'remote',
  needingToken: 'pendingAuthenticatedRequests',
  untilHeardByAll: 'waitForAcknowledgements',
  asPartOfThis: 'bindTraceContext',
}
/** «Keep» had six meanings: cached, stored, offline copy, draft, retained, and the role of a keeper, which alone stays. */
const KEEP = /[kK]eep|[kK]ept|KEEP|KEPT/
const KEEPER = /[kK]eeper|KEEPER|[uU]pkeep/g
const KEEP_ALLOWED = new Set([
  // Names of Node.js, the browser, RTK Query, React and sharp.
  ...['keepalive', 'keepAlive', 'keepAliveTimeout', 'keepAliveInitialDelayMillis', 'shouldKeepAlive'],
  ...['keepUnusedDataFor', 'keepMounted', 'keepExif'],
  // The HTTP API and what lies on devices already.
  ...['keep', 'keepQuerySchema', 'keptAt', 'keptUntil'],
  // As word processors call it.
  'keepWithNext',
])
/** Habits that make a comment hard to read at once. */
const HABITS = /\b(?:whoever|whomever|anew|heeds?|tells? of|told of|lets? (?:it|them|others) go)\b/i

interface Found {
  file: string
  text: string
}

const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => path.posix.join('src', name.split(path.sep).join('/')))
  .filter((name) => /\.tsx?$/.test(name) && !MIGRATIONS.test(name))

/** All names that a file uses, and its comments. */
function partsOf(file: string): { names: Set<string>; comments: string[] } {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const names = new Set<string>()
  const comments = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text)
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      comments.set(pos, text.slice(pos, end))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { names, comments: [...comments.values()] }
}

const names: Found[] = []
const comments: Found[] = []
beforeAll(() => {
  for (const file of files) {
    const parts = partsOf(file)
    for (const text of parts.names) names.push({ file, text })
    for (const text of parts.comments) comments.push({ file, text })
  }
})

it('reads the sources', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(names.length).toBeGreaterThan(10_000)
  expect(comments.length).toBeGreaterThan(2000)
})

it('calls nothing by a name that was given up', () => {
  expect(names.filter(({ text }) => Object.hasOwn(RENAMED, text))).toEqual([])
})

it('says what is meant in place of «keep»', () => {
  expect(names.filter(({ text }) => KEEP.test(text.replace(KEEPER, '')) && !KEEP_ALLOWED.has(text))).toEqual([])
})

it('has no comment in habits of our own', () => {
  expect(comments.filter(({ text }) => HABITS.test(text))).toEqual([])
})
