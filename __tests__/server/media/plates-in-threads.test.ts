import path from 'node:path'
import { type MediaThreads, startMediaThreads } from '@server/media/media-threads'
import { drawPlate, type PlateContents } from '@server/media/plates/draw-plate'
import { eventLoopWork, leastOf } from '@support/event-loop-work'

const PLATE: PlateContents = {
  choice: { format: 'png', size_mm: 300, tone: 'dark' },
  text: 'https://pomnim.example/memorials/7',
  words: { lastname: 'Ёлкина', givenNames: 'Анна Петровна', years: '1921 — 1999' },
  title: 'QR-код — Ёлкина Анна Петровна',
  author: 'Помним',
}

let threads: MediaThreads

beforeAll(() => {
  threads = startMediaThreads(path.resolve('dist/server/media-worker.js'))
})
afterAll(() => threads.stop())

it.each(['png', 'svg'] as const)(
  'a plate as %s is the same, byte for byte, as one that is drawn here',
  async (format) => {
    const plate = { ...PLATE, choice: { ...PLATE.choice, format } }
    expect((await threads.drawPlate(plate)).equals(await drawPlate(plate))).toBe(true)
  },
)

it('a plate of 300 mm takes little of the event loop', async () => {
  const here = await leastOf(() => eventLoopWork(() => drawPlate(PLATE)))
  const there = await leastOf(() => eventLoopWork(() => threads.drawPlate(PLATE)))
  expect(there).toBeLessThan(here / 2)
})
