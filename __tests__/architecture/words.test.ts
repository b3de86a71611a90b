import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const ROOT = path.resolve(__dirname, '../..')
/** Frozen once released. */
const MIGRATIONS = /^src\/server\/db\/migrations\//

/** What we once called things, and the word of the field. A name on the left may not come back. */
const RENAMED: Record<string, string> = {
  heed: 'evictIfRevoked',
  departures: 'signOutGeneration',
  letOthersGo: 'yieldToEventLoop',
  inTurn: 'runLatestInOrder, runLimited',
  createGate: 'createSemaphore',
  throughGate: 'runLimited',
  nobody: 'scratchSet',
  takeBack: 'abort, undo, revoke',
  bringBack: 'restore',
  needingToken: 'pendingAuthenticatedRequests',
  untilHeardByAll: 'waitForAcknowledgements',
  asPartOfThis: 'bindTraceContext',
  createMediaAddresses: 'createMediaUrls',
  useListAddress: 'useListUrl',
  returnAddress: 'returnLocation',
  UnsentWords: 'UnsentMemory',
  WordsOfMemory: 'MemoriesSection',
  PhotoOfWords: 'MemoryPhoto',
  takePage: 'exportPage',
  onTakeBack: 'onDiscard',
  startProgram: 'startApp',
}
/** Words that may not stand anywhere in a name, and the word of the field. */
const RENAMED_WORDS: Record<string, string> = {
  answer: 'response, reply, result',
  answers: 'responses, replies, results',
  answered: 'responded, replied',
  tell: 'notify, report, log',
  telling: 'notify, report, log',
  told: 'notified, reported',
  screen: 'page, route',
  screens: 'pages, routes',
  piece: 'chunk, batch',
  pieces: 'chunks, batches',
  patience: 'timeout, backoff',
  meanwhile: 'by other, since',
  theirs: 'remote, owned',
}
const WORDS_ALLOWED = new Set([
  // Columns of the database.
  ...[
    'is_told',
    'reply_told_at',
    'told_of_pin_misses_at',
    'told_of_requests_at',
    'told_of_sleep_at',
    'told_of_words_at',
  ],
  // Names of the HTTP API.
  ...['told_at'],
  // The screen of a device.
  ...['ON_SCREEN', 'isLargeScreen'],
  // The operator's setting STOP_PATIENCE.
  'stopPatience',
])
/** The command `pomnim` and a running server, which may be of another release, exchange an `answer`. */
const ADMIN = /^src\/server\/admin\/server-/
/** The HTTP API calls what someone says to a question an `answer`. */
const QUESTIONS = /^src\/.*[qQ]uestion/
/** A verb for what is recorded. A note is a text next to a field. */
const NOTE = /^note[A-Z]/
const NOTE_ALLOWED = new Set(['noteId'])
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

/** `UNSENT_MEMORIES`, `unsentMemories` and `unsent-memories` are all of two words. */
function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
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

it('holds no word in a name or a name of a file that was given up', () => {
  const namesOfFiles = files.map((file) => ({ file, text: path.basename(file).replace(/\..*$/, '') }))
  expect(
    [...names, ...namesOfFiles].filter(
      ({ file, text }) =>
        !WORDS_ALLOWED.has(text) &&
        !(text === 'answer' && ADMIN.test(file)) &&
        !(/^answer(?:ed)?$/.test(text) && QUESTIONS.test(file)) &&
        wordsIn(text).some((word) => Object.hasOwn(RENAMED_WORDS, word)),
    ),
  ).toEqual([])
  expect(names.filter(({ text }) => NOTE.test(text) && !NOTE_ALLOWED.has(text))).toEqual([])
})

it('says what is meant in place of «keep»', () => {
  expect(names.filter(({ text }) => KEEP.test(text.replace(KEEPER, '')) && !KEEP_ALLOWED.has(text))).toEqual([])
})

it('has no comment in habits of our own', () => {
  expect(comments.filter(({ text }) => HABITS.test(text))).toEqual([])
})
