import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BookContents, Books } from '@server/media/books/books'
import { startBooks } from '@server/media/books/books'
import { createDiskStore } from '@server/storage/open-store'

const WORKER_FILE = path.resolve('dist/server/book-worker.js')
const PLENTY = { maxMs: 60_000, maxProcessorMs: 60_000, maxBytes: 1024 ** 3 }

let folder: string
let books: Books
const warnings: unknown[] = []

async function start(cost = PLENTY): Promise<void> {
  const store = await createDiskStore(path.join(folder, 'media'))
  const log = { warn: (...line: unknown[]) => void warnings.push(line) }
  books = startBooks({ log, store, temporaryFolder: folder, workerFile: WORKER_FILE, cost })
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-books-'))
  warnings.length = 0
})
afterEach(async () => {
  await books.stop()
  await rm(folder, { recursive: true, force: true })
})

const contents: BookContents = {
  book: {
    title: 'Книга памяти — Берёзкина Мария',
    siteName: 'Помним',
    lastname: 'Берёзкина',
    givenNames: 'Мария',
    maidenName: null,
    life: '1912 — 1993',
    biography: '',
    burial: undefined,
    photosLeftOut: 0,
    storiesTotal: 0,
    memoriesTotal: 0,
    address: 'https://pomnim.example/memorials/7',
    isClosed: false,
    madeOn: '9 мая 2026',
  },
  portraitId: null,
  burialPhotoId: null,
  road: [],
  photos: [],
  words: (async function* () {})(),
}
const gather = async () => contents
const left = async () => (await readdir(folder)).filter((name) => name.startsWith('book-'))

it('is read whole, though its files are removed already', async () => {
  await start()
  const { size, content } = await books.make('one', gather)

  expect(await left()).toEqual([])
  expect((await buffer(content)).length).toBe(size)
})

it('gives up a book that costs too much, and leaves nothing of it', async () => {
  await start({ ...PLENTY, maxBytes: 1 })

  await expect(books.make('one', gather)).rejects.toMatchObject({ status: 503 })

  expect(await left()).toEqual([])
  expect(warnings).toHaveLength(1)
})

it('makes one book at a time, and of one asker one more may wait', async () => {
  await start()
  let [running, most] = [0, 0]
  const counted = async () => {
    running++
    most = Math.max(most, running)
    return contents
  }
  const make = async (asker: string) => {
    const { content } = await books.make(asker, counted)
    running--
    content.destroy()
  }

  const asked = ['one', 'one', 'one', 'two'].map(make)

  await expect(asked[2]).rejects.toMatchObject({ status: 429 })
  await Promise.all([asked[0], asked[1], asked[3]])
  expect(most).toBe(1)
})

it('makes the next book for another asker, however many one asks for at once', async () => {
  await start()
  const made: string[] = []
  const make = async (asker: string) => {
    const { content } = await books.make(asker, gather)
    made.push(asker)
    content.destroy()
  }
  const flooded = Promise.allSettled(Array.from({ length: 40 }, () => make('one')))

  await make('another')
  await flooded

  expect(made).toEqual(['one', 'another', 'one'])
})

it('refuses when too many wait', async () => {
  await start()
  const asked = Array.from({ length: 8 }, (_none, index) => books.make(`asker ${index}`, gather))
  const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected')

  expect(refused).toHaveLength(1)
  expect(refused[0]).toMatchObject({ reason: { status: 503 } })
  for (const made of asked.slice(0, -1)) (await made).content.destroy()
})
