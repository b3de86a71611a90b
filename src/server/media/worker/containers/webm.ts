import { BrokenContainer, type ByteSpan, type ContainerFile } from './container-file'
import { type Element, elementsOf, turnIntoVoid, uintOf, valueOf, vintOf } from './ebml'
import { wipeVorbisComment } from './vorbis-comment'

const ID = {
  EBML: 0x1a45dfa3,
  Segment: 0x18538067,
  SeekHead: 0x114d9b74,
  Seek: 0x4dbb,
  SeekID: 0x53ab,
  SeekPosition: 0x53ac,
  Info: 0x1549a966,
  TimestampScale: 0x2ad7b1,
  Duration: 0x4489,
  MuxingApp: 0x4d80,
  WritingApp: 0x5741,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  TrackNumber: 0xd7,
  TrackType: 0x83,
  CodecID: 0x86,
  CodecPrivate: 0x63a2,
  Cluster: 0x1f43b675,
  Timestamp: 0xe7,
  Position: 0xa7,
  PrevSize: 0xab,
  SimpleBlock: 0xa3,
  BlockGroup: 0xa0,
  Block: 0xa1,
  Cues: 0x1c53bb6b,
} as const

/** The parts of a film that are kept; tags, attachments, chapters and what we don't know go. */
const PARTS = new Set<number>([ID.SeekHead, ID.Info, ID.Tracks, ID.Cluster, ID.Cues])
const FACTS = new Set<number>([ID.TimestampScale, ID.Duration])
/** Texts that a film must have, though they may be empty. */
const EMPTIED_FACTS = new Set<number>([ID.MuxingApp, ID.WritingApp])
const PARTS_OF_CLUSTER = new Set<number>([ID.Timestamp, ID.Position, ID.PrevSize, ID.SimpleBlock, ID.BlockGroup])
/** How a track is to be decoded, and which one it is: by their names in Matroska's list of elements. */
const FACTS_OF_TRACK = new Set<number>([
  ID.TrackNumber,
  ID.TrackType,
  ID.CodecID,
  ID.CodecPrivate,
  0x73c5, // TrackUID
  0xb9, // FlagEnabled
  0x88, // FlagDefault
  0x55aa, // FlagForced
  0x9c, // FlagLacing
  0x6de7, // MinCache
  0x6df8, // MaxCache
  0x23e383, // DefaultDuration
  0x234e7a, // DefaultDecodedFieldDuration
  0x23314f, // TrackTimestampScale
  0x55ee, // MaxBlockAdditionID
  0x41e4, // BlockAdditionMapping
  0x22b59c, // Language
  0x22b59d, // LanguageBCP47
  0x56aa, // CodecDelay
  0x56bb, // SeekPreRoll
  0xe0, // Video
  0xe1, // Audio
  0x6d80, // ContentEncodings
])
const [VIDEO, AUDIO] = [1, 2]
const VORBIS = 'A_VORBIS'
const VORBIS_COMMENTS = { comments: Buffer.from('\x03vorbis', 'latin1'), hasFramingBit: true }
/** No list of facts about a film is longer. */
const CHILDREN_MAX = 10_000
/** Whoever reads a film holds a whole part of it in memory. A cluster has half a minute at most. */
const [CLUSTER_MOST_BYTES, PART_MOST_BYTES] = [128 * 1024 ** 2, 64 * 1024 ** 2]

/** Leaves pictures and sound alone. What goes is overwritten with empty elements, so that no position changes. */
export function cleanWebm(file: ContainerFile): void {
  const segment = segmentOf(file)
  file.cutOffAt(segment.end)
  const tracks = new Set<number>()
  let end = segment.bodyStart
  for (const part of partsOf(file, segment)) {
    if (!PARTS.has(part.id)) {
      turnIntoVoid(file, part)
      continue
    }
    refuseEndless(part)
    CLEANERS[part.id]?.(file, part, tracks)
    end = part.end
  }
  // What is empty at the end of a segment of no known length need not be kept.
  if (segment.isOpen) file.cutOffAt(end)
}

const CLEANERS: Record<number, (file: ContainerFile, part: Element, tracks: Set<number>) => void> = {
  [ID.SeekHead]: cleanSeekHead,
  [ID.Info]: cleanInfo,
  [ID.Tracks]: cleanTracks,
  [ID.Cluster]: cleanCluster,
}

function segmentOf(file: ContainerFile): Element {
  for (const element of elementsOf(file, { start: 0, end: file.size })) {
    if (element.id === ID.Segment) return element
    refuseEndless(element)
    if (element.id !== ID.EBML) turnIntoVoid(file, element)
  }
  throw new BrokenContainer('There is no film in it')
}

function refuseEndless({ id, start, end }: Element): void {
  if (end - start > (id === ID.Cluster ? CLUSTER_MOST_BYTES : PART_MOST_BYTES)) {
    throw new BrokenContainer('A part is too long')
  }
}

/** A cluster whose length was not known ends where the next part begins. */
function* partsOf(file: ContainerFile, segment: Element): Generator<Element> {
  for (let at = segment.bodyStart; at < segment.end;) {
    const [part] = elementsOf(file, { start: at, end: segment.end })
    if (!part) return
    if (part.isOpen) part.end = endOfOpenCluster(file, part)
    yield part
    at = part.end
  }
}

function endOfOpenCluster(file: ContainerFile, cluster: Element): number {
  if (cluster.id !== ID.Cluster) throw new BrokenContainer('Only a cluster may be open')
  for (const child of elementsOf(file, { start: cluster.bodyStart, end: cluster.end })) {
    // All that stand in a segment have ids of four bytes, and nothing in a cluster has.
    if (child.id > 0xffffff) return child.start
  }
  return cluster.end
}

/** Forgets where the parts were that go. */
function cleanSeekHead(file: ContainerFile, seekHead: Element): void {
  for (const seek of childrenOf(file, seekHead)) {
    const sought = seek.id === ID.Seek && childrenOf(file, seek).find(({ id }) => id === ID.SeekID)
    if (!sought || !PARTS.has(uintOf(file, sought))) turnIntoVoid(file, seek)
  }
}

function cleanInfo(file: ContainerFile, info: Element): void {
  for (const fact of childrenOf(file, info)) {
    if (EMPTIED_FACTS.has(fact.id)) file.wipe({ start: fact.bodyStart, end: fact.end })
    else if (!FACTS.has(fact.id)) turnIntoVoid(file, fact)
  }
}

/** Adds the numbers of those that stay to `tracks`. */
function cleanTracks(file: ContainerFile, list: Element, tracks: Set<number>): void {
  for (const entry of childrenOf(file, list)) {
    const facts = entry.id === ID.TrackEntry ? childrenOf(file, entry) : []
    const fact = (wanted: number) => facts.find(({ id }) => id === wanted)
    const [number, type] = [fact(ID.TrackNumber), fact(ID.TrackType)]
    if (!number || !type || ![VIDEO, AUDIO].includes(uintOf(file, type))) {
      turnIntoVoid(file, entry)
      continue
    }
    tracks.add(uintOf(file, number))
    const [codec, set] = [fact(ID.CodecID), fact(ID.CodecPrivate)]
    if (codec && set && valueOf(file, codec).toString('latin1').startsWith(VORBIS)) emptyVorbisComments(file, set)
    for (const { id, ...span } of facts) if (!FACTS_OF_TRACK.has(id)) turnIntoVoid(file, span)
  }
}

/** Vorbis keeps its three first packets here: their count less one, the lengths of two as runs of 255 and a rest, and then they. */
function emptyVorbisComments(file: ContainerFile, { bodyStart, ...rest }: Element): void {
  const bytes = valueOf(file, { bodyStart, ...rest })
  const lengths: number[] = []
  let at = 1
  while (lengths.length < 2) {
    const end = bytes.findIndex((byte, index) => index >= at && byte !== 0xff)
    if (end === -1) throw new BrokenContainer('The lengths of packets go on and on')
    lengths.push((end - at) * 0xff + bytes.readUInt8(end))
    at = end + 1
  }
  const [identification = 0, comments = 0] = lengths
  const packet = Buffer.alloc(Math.min(comments, bytes.length - at - identification))
  wipeVorbisComment(packet, 0, VORBIS_COMMENTS)
  file.write(bodyStart + at + identification, packet)
}

function cleanCluster(file: ContainerFile, cluster: Element, tracks: Set<number>): void {
  for (const child of elementsOf(file, { start: cluster.bodyStart, end: cluster.end })) {
    const isKept = PARTS_OF_CLUSTER.has(child.id) && (!isBlock(child) || tracks.has(trackOf(file, child)))
    if (!isKept) turnIntoVoid(file, child)
  }
}

function isBlock({ id }: Element): boolean {
  return id === ID.SimpleBlock || id === ID.BlockGroup
}

/** The number of the track that a block belongs to stands at its beginning. */
function trackOf(file: ContainerFile, block: Element): number {
  const body = block.id === ID.BlockGroup ? childrenOf(file, block).find(({ id }) => id === ID.Block) : block
  if (!body) return NaN
  const length = Math.clz32(file.read(body.bodyStart, 1).readUInt8()) - 23
  return vintOf(file.read(body.bodyStart, Math.min(length, 8))) ?? NaN
}

function childrenOf(file: ContainerFile, { bodyStart, end }: ByteSpan & { bodyStart: number }): Element[] {
  const children: Element[] = []
  for (const child of elementsOf(file, { start: bodyStart, end })) {
    if (children.push(child) > CHILDREN_MAX) throw new BrokenContainer('Too many elements')
  }
  return children
}
