import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { drawPortrait } from './demo-portraits/draw-portrait'
import type { PortraitTraits } from './demo-portraits/traits'

const PEOPLE = path.resolve('config/demo/people')
const PORTRAITS = path.resolve('config/demo/portraits')
const WIDTH = 800
const QUALITY = 86

interface PortrayedPerson {
  lastname: string
  name: string
  birth_date: string
  portrait: PortraitTraits
}

drawAll().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

/**
 * Draws the portraits of config/demo again. The results are committed: a server that creates its demo content only reads
 * the pictures.
 */
async function drawAll(): Promise<void> {
  await rm(PORTRAITS, { recursive: true, force: true })
  await mkdir(PORTRAITS)
  for (const file of await readdir(PEOPLE)) {
    const person = JSON.parse(await readFile(path.join(PEOPLE, file), 'utf8')) as PortrayedPerson
    const drawing = drawPortrait(person.portrait, {
      seed: `${person.lastname} ${person.name}`,
      born: Number(person.birth_date.slice(0, 4)),
    })
    const target = path.join(PORTRAITS, `${path.basename(file, '.json')}.webp`)
    await sharp(Buffer.from(drawing)).resize({ width: WIDTH }).webp({ quality: QUALITY }).toFile(target)
  }
}
