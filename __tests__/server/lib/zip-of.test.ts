import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromBufferPromise } from 'yauzl'
import { type ZipEntry, zipOf } from '@server/lib/zip-of'
import { leastOf, longestPieceOfWork } from '@support/event-loop-work'
import { readZip } from '@support/read-zip'
import { until } from '@support/until'

/** As Python's zlib says. */
const CRC32_OF_NAME = 0x07c5e507
const CRC32_OF_PATRONYMIC = 0xa9c12bee
const MANY = 10_000
const PIECE_MAX_MS = 40

const streamed = (path: string, bytes: Buffer): ZipEntry => ({
  path,
  read: () => Promise.resolve(Readable.from(bytes)),
})

async function* each(...entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  for (const entry of entries) yield await Promise.resolve(entry)
}

it('holds its entries in their order, also empty ones and those with Russian names', async () => {
  const text = Buffer.from('Мария\n'.repeat(10_000))
  const archive = zipOf(
    each({ path: 'о ней.txt', content: text }, streamed('a/b.bin', text), streamed('c', Buffer.alloc(0))),
  )

  const bytes = await buffer(archive)

  expect([...(await readZip(bytes))]).toEqual([
    ['о ней.txt', text],
    ['a/b.bin', text],
    ['c', Buffer.alloc(0)],
  ])
  // What comes as a buffer is packed, what comes as a stream is not.
  expect(bytes.length).toBeGreaterThan(text.length)
  expect(bytes.length).toBeLessThan(1.5 * text.length)
})

it('tells the sum of each file, in however many chunks it came', async () => {
  const [one, other] = [Buffer.from('Мария '), Buffer.from('Петровна')]
  const read = () => Promise.resolve(Readable.from([one, other]))

  const bytes = await buffer(zipOf(each({ path: 'a', read }, { path: 'b', content: other })))

  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const told: number[] = []
  for await (const { crc32 } of zip.eachEntry()) told.push(crc32)
  expect(told).toEqual([CRC32_OF_NAME, CRC32_OF_PATRONYMIC])
})

it('lets others be served while it writes the directory of very many entries', async () => {
  const content = Buffer.from('Мария')
  async function* small(): AsyncGenerator<ZipEntry> {
    for (let nth = 0; nth < MANY; nth++) yield await Promise.resolve({ path: `Берёзкина Мария (${nth}).html`, content })
  }
  const taken = async () => {
    const sink = new PassThrough().resume()
    await pipeline(zipOf(small()), sink)
  }

  expect(await leastOf(() => longestPieceOfWork(taken), { enough: PIECE_MAX_MS })).toBeLessThan(PIECE_MAX_MS)
}, 60_000)

it('fails when a file cannot be read, from the beginning or later', async () => {
  const broken = zipOf(each({ path: 'a', read: () => Promise.reject(new Error('The store is away')) }))
  await expect(buffer(broken)).rejects.toThrow('The store is away')

  const cut = new Readable({
    read() {
      this.destroy(new Error('Cut'))
    },
  })
  await expect(buffer(zipOf(each({ path: 'a', read: () => Promise.resolve(cut) })))).rejects.toThrow('Cut')
})

it('reads ahead only a little, and ends what it reads when its reader leaves', async () => {
  const CHUNK = Buffer.alloc(64 * 1024)
  let read = 0
  const endless = new Readable({
    read() {
      read += CHUNK.length
      this.push(CHUNK)
    },
  })
  let asked = 0
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (;;) {
      asked++
      yield await Promise.resolve({ path: `${asked}`, read: () => Promise.resolve(endless) })
    }
  }

  const archive = zipOf(entries())
  await new Promise((done) => archive.once('readable', done))
  await sleep(100)

  expect(read).toBeLessThan(2 * 1024 * 1024)
  archive.destroy()
  await until(() => endless.destroyed)
  expect(asked).toBe(1)
})
