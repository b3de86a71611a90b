import { BrokenContainer, type ByteSpan, type ContainerFile } from './container-file'
import { type Element, elementsOf, turnIntoVoid, uintOf, valueOf, vintOf } from './ebml'
import { wipeVorbisComment } from './vorbis-comment'

/** Element ids, with Matroska's names. */
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

/** The segment children that are retained. Tags, attachments, chapters and unknown elements are wiped. */
const PARTS = new Set<number>([ID.SeekHead, ID.Info, ID.Tracks, ID.Cluster, ID.Cues])
const FACTS = new Set<number>([ID.TimestampScale, ID.Duration])
/** Mandatory texts; they may be empty. */
const EMPTIED_FACTS = new Set<number>([ID.MuxingApp, ID.WritingApp])
const PARTS_OF_CLUSTER = new Set<number>([ID.Timestamp, ID.Position, ID.PrevSize, ID.SimpleBlock, ID.BlockGroup])
/** The retained elements of a track: its numbers, and how it is decoded. */
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
/** No metadata element is longer. */
const CHILDREN_MAX = 10_000
/** Readers hold a whole cluster in memory. It has half a minute of film at most. */
const [CLUSTER_MAX_BYTES, PART_MAX_BYTES] = [128 * 1024 ** 2, 64 * 1024 ** 2]

/** Retains video and audio. The rest is overwritten with empty elements, so that no offset changes. */
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
  // Empty elements at the end of a segment of unknown length can be cut off.
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
  if (end - start > (id === ID.Cluster ? CLUSTER_MAX_BYTES : PART_MAX_BYTES)) {
    throw new BrokenContainer('A part is too long')
  }
}

/** A cluster of unknown length ends where the next segment child starts. */
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
    // Children of a segment have ids of four bytes; elements within a cluster have shorter ones.
    if (child.id > 0xffffff) return child.start
  }
  return cluster.end
}

/** Wipes the index entries of dropped elements. */
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

/** Adds the numbers of the retained tracks to `tracks`. */
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

/**
 * CodecPrivate of Vorbis: number of packets minus one, the lengths of two (in bytes of 255 and a rest), then three
 * packets.
 */
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
    const isIncluded = PARTS_OF_CLUSTER.has(child.id) && (!isBlock(child) || tracks.has(trackOf(file, child)))
    if (!isIncluded) turnIntoVoid(file, child)
  }
}

function isBlock({ id }: Element): boolean {
  return id === ID.SimpleBlock || id === ID.BlockGroup
}

/** A block starts with its track's number. */
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
