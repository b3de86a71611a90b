import { BrokenContainer, type ByteSpan, type ContainerFile, UnplayableContainer } from './container-file'
import { MediaSpans } from './media-spans'
import { type Box, boxHeader, childOf, cleanBox } from './mp4-boxes'
import { addFragment, fragmentDefaults } from './mp4-fragments'
import { addSamples } from './mp4-samples'
import { cleanTracks } from './mp4-tracks'

const HEADER_MAX_BYTES = 16
/** More than the tables of a film of ten hours. */
const DESCRIPTION_MAX_BYTES = 64 * 1024 ** 2
const PARTS_MAX = 500_000

/** The top-level boxes that are retained. */
const PARTS = new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra'])

interface Part extends ByteSpan {
  type: string
  bodyStart: number
}

/**
 * Retains the samples of video and audio, and the boxes that say how to play them. The rest is overwritten with zeros
 * in place, so that no offset changes. So are gaps between samples, where cameras store their route.
 */
export function cleanMp4(file: ContainerFile): void {
  const parts = [...partsOf(file)]
  const movie = parts.find(({ type }) => type === 'moov')
  const end = parts.findLast(({ type }) => PARTS.has(type))?.end
  const media = parts.filter(({ type }) => type === 'mdat')
  const isPicture = parts.some(({ type }) => type === 'meta')
  if (!movie && media.length > 0 && !isPicture) throw new UnplayableContainer('unfinished')
  if (!movie || end === undefined) throw new BrokenContainer('There is no film in it')
  const spans = new MediaSpans()
  // Samples must end within the media data.
  for (const { end: start } of media) spans.add({ start, end: start + 1 }, { isIncluded: false })
  cleanDescriptions(file, { movie, parts, spans })
  for (const part of parts) {
    if (part.end <= end && (!PARTS.has(part.type) || isAnother(part, movie))) turnIntoPadding(file, part)
  }
  wipeBetween(file, media, spans)
  file.cutOffAt(end)
}

/** Players ignore a second description of the film. */
function isAnother(part: Part, movie: Part): boolean {
  return part.type === 'moov' && part !== movie
}

/** The top-level boxes of a file, up to the first invalid one. */
function* partsOf(file: ContainerFile): Generator<Part> {
  let start = 0
  for (let count = 0; start < file.size; count++) {
    if (count > PARTS_MAX) throw new BrokenContainer('Too many parts')
    const left = file.size - start
    const header = boxHeader(file.read(start, Math.min(HEADER_MAX_BYTES, left)), left)
    if (!header) return
    const { type, headerBytes, length } = header
    // Truncation is detected later, by the samples.
    if (length > left && type !== 'mdat') {
      if (PARTS.has(type)) throw new BrokenContainer('The file breaks off')
      return
    }
    const end = start + Math.min(length, left)
    yield { type, start, bodyStart: start + headerBytes, end }
    start = end
  }
}

/** Cleans the film's description, and adds the byte ranges of its samples. */
function cleanDescriptions(
  file: ContainerFile,
  { movie, parts, spans }: { movie: Part; parts: Part[]; spans: MediaSpans },
): void {
  const bytes = readDescription(file, movie)
  const box = cleanBox(bytes)
  const defaults = fragmentDefaults(bytes, box)
  const tracks = cleanTracks(bytes, box)
  if (tracks.some((track) => isProtected(bytes, track.box))) throw new UnplayableContainer('protected')
  for (const track of tracks) addSamples(bytes, track, spans)
  file.write(movie.start, bytes)

  for (const part of parts) {
    if (part.type !== 'moof' && part.type !== 'mfra') continue
    const fragment = readDescription(file, part)
    const fragmentBox = cleanBox(fragment)
    if (part.type === 'moof') {
      addFragment({ bytes: fragment, box: fragmentBox, start: part.start }, tracks, defaults, spans)
    }
    file.write(part.start, fragment)
  }
}

/** Names of protected formats: those of the iTunes Store, and those of MPEG. */
const PROTECTED = /^(drm[ais]|drmv|enc[av])$/
const FIRST_FORMAT_AT = 12

function isProtected(bytes: Buffer, track: Box): boolean {
  const formats = childOf(track, 'mdia', 'minf', 'stbl', 'stsd')
  if (!formats) return false
  const at = formats.bodyStart + FIRST_FORMAT_AT
  return PROTECTED.test(bytes.toString('latin1', at, Math.min(at + 4, formats.end)))
}

/** A copy: it is changed and then written back. */
function readDescription(file: ContainerFile, { start, end }: Part): Buffer {
  if (end - start > DESCRIPTION_MAX_BYTES) throw new BrokenContainer('A description is too long')
  return Buffer.from(file.read(start, end - start))
}

function turnIntoPadding(file: ContainerFile, { start, bodyStart, end }: Part): void {
  file.write(start + 4, Buffer.from('free'))
  file.wipe({ start: bodyStart, end })
}

/**
 * Overwrites everything in the media data that is not a sample. Throws when a sample is outside of it, or truncated.
 */
function wipeBetween(file: ContainerFile, media: Part[], spans: MediaSpans): void {
  const samples = spans.included()
  let next = samples.next()
  for (const { bodyStart, end } of media) {
    let at = bodyStart
    for (; !next.done && next.value.start < end; next = samples.next()) {
      if (next.value.start < at || next.value.end > end) throw new BrokenContainer('A sample is not there')
      file.wipe({ start: at, end: next.value.start })
      at = next.value.end
    }
    file.wipe({ start: at, end })
  }
  if (!next.done) throw new BrokenContainer('A sample lies behind the media')
}
