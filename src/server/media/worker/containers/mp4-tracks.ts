import type { ByteSpan } from './container-file'
import { type Box, childOf, childrenOf, wipeBox } from './mp4-boxes'

/** Video and audio. Other tracks may hold locations, times and the camera. */
const HANDLERS_OF_FILMS = ['vide', 'soun']
/** References to the pictures or texts of chapters, and from thumbnails to their track. */
const [CHAPTERS, THUMBNAIL_OF] = ['chap', 'thmb']
const HANDLER_AT = 8
const HANDLER_NAME_AT = 24
const ID_BYTES = 4
const FULL_BOX_BYTES = 4
const [LONG_TIMES_BYTES, TIMES_BYTES] = [16, 8]

export interface Track {
  id: number
  box: Box
  isSound: boolean
  isIncluded: boolean
}

/** Decides which tracks to retain, wipes the others, and wipes texts and dates in the retained ones. */
export function cleanTracks(bytes: Buffer, movie: Box): Track[] {
  const boxes = childrenOf(movie, 'trak')
  const references = boxes.map((box) => referencesOf(bytes, box))
  const chapters = new Set(references.flat().flatMap(({ type, ids }) => (type === CHAPTERS ? ids : [])))
  const tracks = boxes.map((box, index) => {
    const handler = handlerOf(bytes, box)
    const id = idOf(bytes, box)
    const isThumbnail = references[index]?.some(({ type }) => type === THUMBNAIL_OF)
    const isIncluded = HANDLERS_OF_FILMS.includes(handler) && !chapters.has(id) && !isThumbnail
    return { id, box, isSound: handler === 'soun', isIncluded }
  })
  const included = new Set(tracks.filter(({ isIncluded }) => isIncluded).map(({ id }) => id))
  forgetTimes(bytes, childOf(movie, 'mvhd'))
  for (const { box, isIncluded } of tracks) {
    if (isIncluded) cleanTrack(bytes, box, included)
    else wipeBox(bytes, box)
  }
  return tracks
}

function cleanTrack(bytes: Buffer, track: Box, included: Set<number>): void {
  forgetTimes(bytes, childOf(track, 'tkhd'))
  forgetTimes(bytes, childOf(track, 'mdia', 'mdhd'))
  forgetHandlerName(bytes, childOf(track, 'mdia', 'hdlr'))
  forgetHandlerName(bytes, childOf(track, 'mdia', 'minf', 'hdlr'))
  forgetPaths(bytes, childOf(track, 'mdia', 'minf', 'dinf', 'dref'))
  for (const reference of referencesOf(bytes, track)) {
    if (!reference.ids.every((id) => included.has(id))) wipeBox(bytes, reference)
  }
}

function handlerOf(bytes: Buffer, track: Box): string {
  const box = childOf(track, 'mdia', 'hdlr')
  return box ? bytes.toString('latin1', box.bodyStart + HANDLER_AT, box.bodyStart + HANDLER_AT + 4) : ''
}

function idOf(bytes: Buffer, track: Box): number {
  const header = childOf(track, 'tkhd')
  if (!header) return 0
  return bytes.readUInt32BE(header.bodyStart + FULL_BOX_BYTES + timesBytes(bytes, header))
}

interface Reference extends ByteSpan {
  type: string
  /** The ids of the tracks that it names. */
  ids: number[]
}

function referencesOf(bytes: Buffer, track: Box): Reference[] {
  return smallBoxesOf(bytes, childOf(track, 'tref')).map(({ type, start, end }) => ({
    type,
    start,
    end,
    ids: Array.from({ length: Math.floor((end - start) / ID_BYTES) - 2 }, (_, index) =>
      bytes.readUInt32BE(start + 8 + index * ID_BYTES),
    ),
  }))
}

/** The readable boxes in a body, after this many bytes of other data. */
function smallBoxesOf(bytes: Buffer, parent: Box | undefined, ownBytes = 0): (ByteSpan & { type: string })[] {
  const boxes: (ByteSpan & { type: string })[] = []
  if (!parent) return boxes
  for (let start = parent.bodyStart + ownBytes; start + 8 <= parent.end;) {
    const end = start + bytes.readUInt32BE(start)
    if (end < start + 8 || end > parent.end) break
    boxes.push({ type: bytes.toString('latin1', start + 4, start + 8), start, end })
    start = end
  }
  return boxes
}

/** Wipes the times of creation and modification. */
function forgetTimes(bytes: Buffer, header: Box | undefined): void {
  if (!header) return
  const start = header.bodyStart + FULL_BOX_BYTES
  bytes.fill(0, start, Math.min(start + timesBytes(bytes, header), header.end))
}

function timesBytes(bytes: Buffer, { bodyStart }: Box): number {
  return bytes.readUInt8(bodyStart) === 1 ? LONG_TIMES_BYTES : TIMES_BYTES
}

function forgetHandlerName(bytes: Buffer, handler: Box | undefined): void {
  if (handler) bytes.fill(0, Math.min(handler.bodyStart + HANDLER_NAME_AT, handler.end), handler.end)
}

/** QuickTime writes the names of the film's disk and folders. */
function forgetPaths(bytes: Buffer, references: Box | undefined): void {
  const countBytes = 4
  for (const { start, end } of smallBoxesOf(bytes, references, FULL_BOX_BYTES + countBytes)) {
    bytes.fill(0, Math.min(start + 8 + FULL_BOX_BYTES, end), end)
  }
}
