import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { type LinkPicture, writeLinkPictureFonts } from '@server/media/link-picture'
import { startPictures, type Pictures } from '@server/media/picture-processes'
import type { DrawingTask } from '@server/media/worker/picture-task'
import { phonePhotograph } from '@support/photographs'
import { PICTURE_WORKER_FILE } from '@support/server-app'

const PERSON: LinkPicture = {
  titleLines: ['Ёлкина', 'Анна Петровна'],
  subtitle: '1931 — 2014',
  siteName: 'Помним',
}
const GROUND = [0xfa, 0xf7, 0xf2] as const
/** JPEG changes colours a little. */
const TOLERANCE = 12
/** Nothing is drawn nearer to an edge than this, but the thin line around words that stand alone. */
const EDGE = 30

let folder: string
let fontsFolder: string
let pictures: Pictures
let portrait: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-drawing-'))
  fontsFolder = path.join(folder, 'шрифты & co')
  await writeLinkPictureFonts(fontsFolder)
  portrait = path.join(folder, 'portrait.jpg')
  await writeFile(
    portrait,
    await sharp(await phonePhotograph())
      .autoOrient()
      .toBuffer(),
  )
  pictures = startPictures({ log: { warn: () => undefined }, workerFile: PICTURE_WORKER_FILE })
})
afterAll(async () => {
  await pictures.stop()
  await rm(folder, { recursive: true, force: true })
})

async function draw(drawing: LinkPicture, options: { portrait?: string; fontsFolder?: string } = {}) {
  const target = path.join(folder, 'drawn.jpg')
  await pictures.draw({ drawing, target, fontsFolder, ...options })
  const { data, info } = await sharp(target).raw().toBuffer({ resolveWithObject: true })
  const isGround = (x: number, y: number) =>
    GROUND.every((channel, index) => {
      const drawn = data[(y * info.width + x) * info.channels + index] ?? 0
      return Math.abs(drawn - channel) <= TOLERANCE
    })
  /** How many pixels of a part are drawn upon. */
  const inkIn = (left: number, top: number, right: number, bottom: number) => {
    let ink = 0
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (!isGround(x, y)) ink++
    return ink
  }
  return { info, data, inkIn }
}

/** The part beside a portrait. */
const BESIDE = [545, 70, 1116, 560] as const

it('draws the words in our own font, also where fontconfig finds no other', async () => {
  // Boxes in place of letters would all be as wide.
  const narrow = (await draw({ ...PERSON, titleLines: ['ііі'] })).inkIn(100, 100, 1100, 330)
  const wide = (await draw({ ...PERSON, titleLines: ['ЩЩЩ'] })).inkIn(100, 100, 1100, 330)
  expect(wide).toBeGreaterThan(narrow * 2)

  const target = path.join(folder, 'without-others.jpg')
  const task = { drawing: PERSON, target, fontsFolder }
  expect(await outcomeWithout(folder, task)).toBe('drawn')
  const { data } = await draw(PERSON)
  expect(data.equals(await sharp(target).raw().toBuffer())).toBe(true)

  const noFonts = path.join(folder, 'none')
  await mkdir(noFonts)
  await writeFile(path.join(noFonts, 'fonts.conf'), '<fontconfig/>')
  expect(await outcomeWithout(folder, { ...task, fontsFolder: noFonts })).toBe('drawn')
  expect(data.equals(await sharp(target).raw().toBuffer())).toBe(false)
})

it('draws the letters of the other languages of Russia in it too', async () => {
  // Boxes in place of letters would all be as wide.
  const narrow = (await draw({ ...PERSON, titleLines: ['ӏӏӏ'] })).inkIn(100, 100, 1100, 330)
  const wide = (await draw({ ...PERSON, titleLines: ['ҖҖҖ'] })).inkIn(100, 100, 1100, 330)
  expect(wide).toBeGreaterThan(narrow * 2)
})

/** What a picture process answers that looks for the system's fonts in a folder that has none. */
async function outcomeWithout(emptyFolder: string, task: DrawingTask): Promise<unknown> {
  const child = fork(PICTURE_WORKER_FILE, [], {
    env: { FONTCONFIG_PATH: emptyFolder },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    await once(child, 'message')
    child.send(task)
    const [answer] = (await once(child, 'message')) as [{ outcome?: unknown }]
    return answer.outcome ?? answer
  } finally {
    child.kill('SIGKILL')
  }
}

it('puts the words beside a portrait, and in the middle without one', async () => {
  const beside = await draw(PERSON, { portrait })
  const alone = await draw(PERSON)

  expect(beside.inkIn(85, 75, 480, 555)).toBeGreaterThan(368 * 460)
  expect(beside.inkIn(...BESIDE)).toBeGreaterThan(1000)
  expect(alone.inkIn(40, 40, 150, 590)).toBe(0)
  expect(alone.inkIn(400, 100, 800, 500)).toBeGreaterThan(1000)
})

it.each([
  ['three names of one long word each', ['Щ'.repeat(100), `${'Щ'.repeat(100)} ${'Щ'.repeat(100)}`]],
  ['names of many words', [Array(12).fill('Горская').join('-'), Array(24).fill('Анна').join(' ')]],
])('keeps %s within their place', async (_what, titleLines) => {
  const { inkIn } = await draw({ ...PERSON, titleLines }, { portrait })

  // To the right of the words, above and below them, and at the edges there is nothing.
  expect(inkIn(1120, 0, 1200, 630)).toBe(0)
  expect(inkIn(490, 0, 1200, 60)).toBe(0)
  expect(inkIn(490, 570, 1200, 630)).toBe(0)
  // The years and the name of the site are still beneath.
  expect(inkIn(BESIDE[0], 380, BESIDE[2], 480)).toBeGreaterThan(200)

  const alone = await draw({ ...PERSON, titleLines })
  expect(alone.inkIn(0, 0, EDGE, 630) + alone.inkIn(1200 - EDGE, 0, 1200, 630)).toBe(0)
})

it('takes signs of markup for text', async () => {
  const plain = await draw({ ...PERSON, siteName: 'Сад' })
  const signs = await draw({ ...PERSON, siteName: 'Сад & <b>дом</b>' })
  const foot = [400, 500, 800, 560] as const
  expect(signs.inkIn(...foot)).toBeGreaterThan(plain.inkIn(...foot) * 2)
})
