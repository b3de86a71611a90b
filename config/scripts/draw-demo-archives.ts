import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { encodeFilm, encodeTune } from './demo-archives/ffmpeg'
import { FILM, filmFrame, POSTER_SECOND } from './demo-archives/film'
import { play } from './demo-archives/play'
import * as abyzovaMaryam from './demo-archives/scenes/abyzova-maryam'
import * as agafonovaEvdokiya from './demo-archives/scenes/agafonova-evdokiya'
import * as alekseenkoFyodor from './demo-archives/scenes/alekseenko-fyodor'
import * as braginAleksey from './demo-archives/scenes/bragin-aleksey'
import * as filimonovArkadiy from './demo-archives/scenes/filimonov-arkadiy'
import * as golubevNikolay from './demo-archives/scenes/golubev-nikolay'
import { birchTree, overTheBinding } from './demo-archives/tunes'

const ARCHIVES = path.resolve('config/demo/archives')
const QUALITY = 82
/** Pictures are saved smaller than drawn: filling an empty installation must stay fast. */
const SCALE = 0.75

/** The pictures of each person, by the name of their file in people/. */
const SCENES: Record<string, Record<string, () => string>> = {
  'abyzova-maryam': abyzovaMaryam,
  'agafonova-evdokiya': agafonovaEvdokiya,
  'alekseenko-fyodor': alekseenkoFyodor,
  'bragin-aleksey': braginAleksey,
  'filimonov-arkadiy': filimonovArkadiy,
  'golubev-nikolay': golubevNikolay,
}

drawAll().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

/**
 * Draws the archives of config/demo again: pictures, tunes and a film. It needs ffmpeg. The results are committed: a server
 * that creates its demo content only reads the files.
 */
async function drawAll(): Promise<void> {
  await rm(ARCHIVES, { recursive: true, force: true })
  for (const [person, scenes] of Object.entries(SCENES)) {
    await mkdir(path.join(ARCHIVES, person), { recursive: true })
    for (const [name, draw] of Object.entries(scenes)) await drawPicture(draw(), fileOf(person, `${kebab(name)}.webp`))
  }
  await encodeTune(Readable.from([play(birchTree)]), fileOf('filimonov-arkadiy', 'birch-tree.mp3'))
  await encodeTune(Readable.from([play(overTheBinding)]), fileOf('abyzova-maryam', 'over-the-binding.mp3'))
  await encodeFilm(Readable.from(frames()), fileOf('bragin-aleksey', 'plane-waves.mp4'))
  await drawPicture(filmFrame(POSTER_SECOND), fileOf('bragin-aleksey', 'plane-waves-poster.webp'))
}

async function* frames(): AsyncGenerator<Buffer> {
  const { framesPerSecond, seconds } = FILM
  for (let frame = 0; frame < framesPerSecond * seconds; frame++) {
    yield await sharp(Buffer.from(filmFrame(frame / framesPerSecond)))
      .removeAlpha()
      .raw()
      .toBuffer()
  }
}

async function drawPicture(drawing: string, target: string): Promise<void> {
  const { width } = await sharp(Buffer.from(drawing)).metadata()
  await sharp(Buffer.from(drawing))
    .resize({ width: Math.round(width * SCALE) })
    .webp({ quality: QUALITY, smartSubsample: true })
    .toFile(target)
}

function fileOf(person: string, name: string): string {
  return path.join(ARCHIVES, person, name)
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
