import fc, { type Arbitrary } from 'fast-check'
import { ARCHIVE_KINDS, type ArchiveKind } from '@contract/archive'
import { sampleFile } from '@support/archives'
import { smallPicture } from '@support/photographs'
import type { Value } from './encoded-value'

const SAMPLES: Record<ArchiveKind, string[]> = {
  photo: ['photograph.heic'],
  audio: ['sound.mp3', 'sound.m4a', 'sound.ogg', 'sound.wav'],
  video: ['film.mp4', 'film.mov', 'film.webm'],
}
const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'gif'] as const
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)

const NAMES = [
  'photo.jpg',
  'запись.mp3',
  '../../etc/passwd',
  'a"b\r\n.png',
  'x'.repeat(300),
  '.',
  '',
  'a.svg',
  '\0.jpg',
]
const TYPES = ['image/jpeg', 'audio/mpeg', 'video/mp4', 'application/octet-stream', 'text/html', 'x']

/** Read by `readFiles`: an arbitrary may not wait. */
const good: Record<ArchiveKind, Buffer[]> = { photo: [], audio: [], video: [] }

export async function readFiles(): Promise<void> {
  good.photo.push(...(await Promise.all(PICTURE_FORMATS.map((format) => smallPicture(format)))))
  for (const kind of ARCHIVE_KINDS) good[kind].push(...(await Promise.all(SAMPLES[kind].map(sampleFile))))
}

/** Files as a browser may send them to a path: pictures, or recordings where it is about those, seldom good for nothing. */
export function filesFor(path: string): Arbitrary<Value> {
  const kind = ARCHIVE_KINDS.find((each) => path.includes(each)) ?? 'photo'
  return fc
    .record({
      bytes: fc.oneof(
        { weight: 6, arbitrary: oneOf(() => good[kind]) },
        { weight: 2, arbitrary: oneOf(() => Object.values(good).flat()) },
        { weight: 1, arbitrary: oneOf(() => good[kind]).map((bytes) => bytes.subarray(0, bytes.length / 2)) },
        { weight: 1, arbitrary: fc.constantFrom(SVG, Buffer.alloc(0), Buffer.alloc(100_000)) },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
      ),
      name: fc.constantFrom(...NAMES),
      type: fc.constantFrom(...TYPES),
    })
    .map((file) => () => ({ json: '"file"', text: 'file', file }))
}

function oneOf(list: () => Buffer[]): Arbitrary<Buffer> {
  return fc.noBias(fc.nat()).map((place) => list()[place % list().length] ?? SVG)
}
