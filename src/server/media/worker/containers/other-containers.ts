import { BrokenContainer, type ByteSpan, type ContainerFile, UnplayableContainer } from './container-file'
import { cleanOgg } from './ogg'
import { cleanWav } from './wav'

/** A container that browsers do not play, and ffmpeg reads. */
export interface OtherContainer {
  kind: 'audio' | 'video'
  /** The file name's extension. */
  extension: string
}

/**
 * Recognises a container by its content, and wipes its texts, dates and pictures in place. Undefined when it is none of
 * these.
 */
export function cleanOtherContainer(file: ContainerFile): OtherContainer | undefined {
  const beginning = file.read(0, Math.min(BEGINNING_BYTES, file.size))
  const text = beginning.toString('latin1')
  return CLEANERS.find(({ fits }) => fits(text, beginning))?.clean(file, beginning)
}

const BEGINNING_BYTES = 1024

interface Cleaner {
  fits: (text: string, bytes: Buffer) => boolean
  clean: (file: ContainerFile, beginning: Buffer) => OtherContainer
}

/** Without places for texts, or none that programs use. */
const asItIs = (kind: OtherContainer['kind'], extension: string) => () => ({ kind, extension })

const withWav = (file: ContainerFile): OtherContainer => {
  cleanWav(file)
  return { kind: 'audio', extension: 'wav' }
}
const withOgg = (kind: OtherContainer['kind'], extension: string) => (file: ContainerFile) => {
  cleanOgg(file)
  return { kind, extension }
}

const CLEANERS: Cleaner[] = [
  { fits: (text) => text.startsWith('RIFF') && text.startsWith('AVI ', 8), clean: cleanAvi },
  { fits: (text) => text.startsWith('RIFF') && text.startsWith('QLCM', 8), clean: cleanQcp },
  { fits: (_text, bytes) => bytes.toString('hex', 0, 16) === ASF.header, clean: cleanAsf },
  { fits: (text) => text.startsWith('FLV\x01'), clean: cleanFlv },
  { fits: (text) => text.startsWith('.RMF'), clean: cleanRealMedia },
  { fits: (text) => text.startsWith('FORM') && /^AIF[FC]$/.test(text.slice(8, 12)), clean: cleanAiff },
  { fits: (text) => text.startsWith('caff'), clean: cleanCaf },
  { fits: (text) => /^#!AMR(-WB)?(_MC1\.0)?\n/.test(text), clean: asItIs('audio', 'amr') },
  { fits: (text) => text.startsWith('OggS') && text.includes('\x80theora'), clean: withOgg('video', 'ogv') },
  { fits: (text) => text.startsWith('OggS') && text.includes('Speex   '), clean: withOgg('audio', 'spx') },
  { fits: (text) => text.startsWith('OggS') && text.includes('\x7fFLAC'), clean: withOgg('audio', 'oga') },
  { fits: (text) => text.startsWith('.snd'), clean: cleanAu },
  { fits: isWavOfTelephones, clean: withWav },
  { fits: (text) => text.startsWith('\0\0\x01\xba'), clean: asItIs('video', 'mpg') },
  { fits: (text) => text.startsWith('\0\0\x01\xb3'), clean: asItIs('video', 'm2v') },
  // oxlint-disable-next-line eslint/no-control-regex -- the first bytes of a file
  { fits: (text) => /^\x1f[^]\0[^]{77}\x3f/.test(text), clean: asItIs('video', 'dv') },
  { fits: (_text, bytes) => isTransportStream(bytes), clean: cleanTransportStream },
]

const [WAV_FORMAT_AT, WAV_CODEC_AT] = [12, 20]
/** PCM, floating point, A-law, µ-law, MP3, and what says its codec later. Browsers play them. */
const WAV_CODECS_OF_BROWSERS = [0x0001, 0x0003, 0x0006, 0x0007, 0x0055, 0xfffe]

/** ADPCM, GSM and the like, as dictaphones write them. */
function isWavOfTelephones(text: string, bytes: Buffer): boolean {
  if (!text.startsWith('RIFF') || !text.startsWith('WAVEfmt ', WAV_FORMAT_AT - 4)) return false
  return !WAV_CODECS_OF_BROWSERS.includes(bytes.readUInt16LE(WAV_CODEC_AT))
}

const TS_SYNC = 0x47
const TS_PACKET_BYTES = 188
/** Cameras put the time of arrival before each packet. */
const M2TS_TIME_BYTES = 4
const TS_PACKETS_TO_SEE = 4

function isTransportStream(bytes: Buffer): boolean {
  return aheadOfPackets(bytes) !== undefined
}

/** How many bytes stand before each packet. */
function aheadOfPackets(bytes: Buffer): number | undefined {
  return [0, M2TS_TIME_BYTES].find((ahead) =>
    Array.from({ length: TS_PACKETS_TO_SEE }, (_, index) => ahead + index * (TS_PACKET_BYTES + ahead)).every(
      (at) => bytes[at] === TS_SYNC,
    ),
  )
}

/** Packets of texts about services and what they send, of the camera, and of the time. */
const TS_TEXTS = [0x11, 0x12, 0x14, 0x1f]
/** Packets that fill a gap. */
const TS_NULL_HEADER = Buffer.from([TS_SYNC, 0x1f, 0xff, 0x10])

function cleanTransportStream(file: ContainerFile, beginning: Buffer): OtherContainer {
  const ahead = aheadOfPackets(beginning) ?? 0
  for (let at = ahead; at + TS_PACKET_BYTES <= file.size; at += TS_PACKET_BYTES + ahead) {
    const header = file.read(at, TS_NULL_HEADER.length)
    if (header[0] !== TS_SYNC || !TS_TEXTS.includes(header.readUInt16BE(1) & 0x1fff)) continue
    file.write(at, TS_NULL_HEADER)
    file.wipe({ start: at + TS_NULL_HEADER.length, end: at + TS_PACKET_BYTES })
  }
  return { kind: 'video', extension: 'mts' }
}

/** A part of a file with a name and a length: a chunk, or an object. */
interface Chunk extends ByteSpan {
  name: string
  bodyStart: number
}

/** How a container writes its chunks. */
interface ChunkLayout {
  headerBytes: number
  nameOf(header: Buffer): string
  /** Without the header. */
  lengthOf(header: Buffer): number
  /** Chunks of odd length are padded with a byte. */
  isPadded?: boolean
  /** Where readers expect a chunk of which they know nothing, this name makes them skip it. */
  padding: Buffer
}

const CHUNKS_MAX = 100_000

const RIFF: ChunkLayout = {
  headerBytes: 8,
  nameOf: (header) => header.toString('latin1', 0, 4),
  lengthOf: (header) => header.readUInt32LE(4),
  isPadded: true,
  padding: Buffer.from('JUNK'),
}
const IFF: ChunkLayout = { ...RIFF, lengthOf: (header) => header.readUInt32BE(4) }
const CORE_AUDIO: ChunkLayout = {
  headerBytes: 12,
  nameOf: (header) => header.toString('latin1', 0, 4),
  lengthOf: (header) => Number(header.readBigInt64BE(4)),
  padding: Buffer.from('free'),
}
const REAL_MEDIA: ChunkLayout = {
  headerBytes: 10,
  nameOf: (header) => header.toString('latin1', 0, 4),
  lengthOf: (header) => header.readUInt32BE(4) - 10,
  padding: Buffer.alloc(0),
}
const OBJECTS: ChunkLayout = {
  headerBytes: 24,
  nameOf: (header) => header.toString('hex', 0, 16),
  lengthOf: (header) => Number(header.readBigUInt64LE(16)) - 24,
  padding: Buffer.from('18 06 d4 74 ca df 09 45 a4 ba 9a ab cb 96 aa e8'.replaceAll(' ', ''), 'hex'),
}

/** The chunks of a span. The last one may be truncated, as where a camera ran out of power. */
function* chunksOf(file: ContainerFile, { start, end }: ByteSpan, layout: ChunkLayout): Generator<Chunk> {
  let at = start
  for (let count = 0; at + layout.headerBytes <= end; count++) {
    if (count > CHUNKS_MAX) throw new BrokenContainer('Too many chunks')
    const header = Buffer.from(file.read(at, layout.headerBytes))
    const length = layout.lengthOf(header)
    if (length < 0) {
      yield { name: layout.nameOf(header), start: at, bodyStart: at + layout.headerBytes, end }
      return
    }
    const next = at + layout.headerBytes + length + (layout.isPadded ? length % 2 : 0)
    yield { name: layout.nameOf(header), start: at, bodyStart: at + layout.headerBytes, end: Math.min(next, end) }
    at = next
  }
}

function turnIntoPadding(file: ContainerFile, { start, bodyStart, end }: Chunk, { padding }: ChunkLayout): void {
  file.write(start, padding)
  file.wipe({ start: bodyStart, end })
}

const wholeOf = (file: ContainerFile, start = 0): ByteSpan => ({ start, end: file.size })

const RIFF_HEADER_BYTES = 12
/** Samples without a list around them: the camera had no time to write its length. */
const AVI_SAMPLES = /^(\d\d(dc|db|wb|pc)|ix\d\d|rec )$/

/** Retains the lists of headers and samples, and the index. A film of more than a gigabyte has several lists. */
function cleanAvi(file: ContainerFile): OtherContainer {
  let isFilm = false
  for (const riff of chunksOf(file, wholeOf(file), RIFF)) {
    if (riff.name !== 'RIFF') {
      file.cutOffAt(riff.start)
      break
    }
    // Of a film that breaks off, the length may be 0.
    const end = riff.end - riff.bodyStart > RIFF_HEADER_BYTES ? riff.end : file.size
    for (const chunk of chunksOf(file, { start: riff.start + RIFF_HEADER_BYTES, end }, RIFF)) {
      if (AVI_SAMPLES.test(chunk.name)) break
      const list = chunk.name === 'LIST' && listName(file, chunk)
      if (list === 'hdrl') isFilm ||= cleanAviHeaders(file, chunk)
      else if (list !== 'movi' && chunk.name !== 'idx1') turnIntoPadding(file, chunk, RIFF)
    }
    if (end !== riff.end) break
  }
  return isFilm ? { kind: 'video', extension: 'avi' } : { kind: 'audio', extension: 'avi' }
}

const AVI_HEADERS = new Set(['avih', 'strh', 'strf', 'indx', 'dmlh'])
const AVI_PICTURES = ['vids', 'iavs']

/** Whether there are pictures in it. */
function cleanAviHeaders(file: ContainerFile, list: Chunk): boolean {
  let isFilm = false
  for (const chunk of chunksOf(file, { start: list.bodyStart + 4, end: list.end }, RIFF)) {
    if (chunk.name === 'LIST' && /^(strl|odml)$/.test(listName(file, chunk))) {
      const isStreamOfPictures = cleanAviHeaders(file, chunk)
      isFilm ||= isStreamOfPictures
    } else if (!AVI_HEADERS.has(chunk.name)) turnIntoPadding(file, chunk, RIFF)
    else if (chunk.name === 'strh') isFilm ||= AVI_PICTURES.includes(listName(file, chunk))
  }
  return isFilm
}

function listName(file: ContainerFile, { bodyStart, end }: Chunk): string {
  return file.read(bodyStart, Math.min(4, end - bodyStart)).toString('latin1')
}

/** The voices of phones of CDMA networks. */
function cleanQcp(file: ContainerFile): OtherContainer {
  retain(file, new Set(['fmt ', 'vrat', 'data']), RIFF, RIFF_HEADER_BYTES)
  return { kind: 'audio', extension: 'qcp' }
}

function cleanAiff(file: ContainerFile): OtherContainer {
  retain(file, new Set(['FVER', 'COMM', 'SSND']), IFF, RIFF_HEADER_BYTES)
  return { kind: 'audio', extension: 'aiff' }
}

const AU_HEADER_BYTES = 24

/** Its text stands between header and sound. */
function cleanAu(file: ContainerFile): OtherContainer {
  const soundAt = Math.min(file.read(4, 4).readUInt32BE(), file.size)
  file.wipe({ start: AU_HEADER_BYTES, end: soundAt })
  return { kind: 'audio', extension: 'au' }
}

const CAF_HEADER_BYTES = 8

function cleanCaf(file: ContainerFile): OtherContainer {
  retain(file, new Set(['desc', 'data', 'kuki', 'pakt', 'chan', 'ldsc']), CORE_AUDIO, CAF_HEADER_BYTES)
  return { kind: 'audio', extension: 'caf' }
}

function retain(file: ContainerFile, names: Set<string>, layout: ChunkLayout, start: number): void {
  for (const chunk of chunksOf(file, wholeOf(file, start), layout)) {
    if (!names.has(chunk.name)) turnIntoPadding(file, chunk, layout)
  }
}

const REAL_PARTS = new Set(['.RMF', 'PROP', 'MDPR', 'DATA', 'INDX'])

function cleanRealMedia(file: ContainerFile): OtherContainer {
  let isFilm = false
  for (const chunk of chunksOf(file, wholeOf(file), REAL_MEDIA)) {
    if (!REAL_PARTS.has(chunk.name)) emptyRealTexts(file, chunk)
    if (chunk.name !== 'MDPR') continue
    isFilm ||= file.read(chunk.bodyStart, chunk.end - chunk.bodyStart).includes('video/')
  }
  return isFilm ? { kind: 'video', extension: 'rm' } : { kind: 'audio', extension: 'rm' }
}

const REAL_TEXTS_BYTES = 8

/** Readers go on behind its four texts, not behind the chunk: the first one fills it. */
function emptyRealTexts(file: ContainerFile, { bodyStart, end }: Chunk): void {
  file.wipe({ start: bodyStart, end })
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Math.min(Math.max(0, end - bodyStart - REAL_TEXTS_BYTES), 0xffff))
  if (end - bodyStart >= REAL_TEXTS_BYTES) file.write(bodyStart, length)
}

/** Objects of ASF, the container of WMV and WMA, and types of its streams. */
const ASF = {
  header: '3026b2758e66cf11a6d900aa0062ce6c',
  data: '3626b2758e66cf11a6d900aa0062ce6c',
  simpleIndex: '33000890e5b1cf1189f400a0c90349cb',
  index: 'd629e2d335da d1119034 00a0c90349be'.replaceAll(' ', ''),
  fileProperties: 'a1dcab8c47a9cf118ee400c00c205365',
  streamProperties: '9107dcb7b7a9cf118ee600c00c205365',
  headerExtension: 'b503bf5f2ea9cf118ee300c00c205365',
  extendedStream: 'cba5e61472c632438399a96952065b5a',
  codecList: '4052d1861d31d011a3a400a0c90348f6',
  bitRates: 'ce75f87b8d46d1118d82006097c9a2b2',
  encryption: 'fbb3112223bdd211b4b700a0c955fc6e',
  extendedEncryption: '14e68a292226174cb935dae07ee9289c',
  video: 'c0ef19bc4d5bcf11a8fd00805f5c442b',
}
const ASF_PARTS = new Set([ASF.header, ASF.data, ASF.simpleIndex, ASF.index])
const ASF_FACTS = new Set([ASF.fileProperties, ASF.streamProperties, ASF.extendedStream, ASF.codecList, ASF.bitRates])
/** The number of objects, and two constants. */
const ASF_HEADER_FIELDS = 6
/** Two constants, and the length of the objects in it. */
const ASF_EXTENSION_FIELDS = 22
/** After the id of the file and its size. */
const ASF_CREATED_AT = 24
const ASF_TIME_BYTES = 8

function cleanAsf(file: ContainerFile): OtherContainer {
  let isFilm = false
  for (const part of chunksOf(file, wholeOf(file), OBJECTS)) {
    if (part.name === ASF.header) isFilm ||= cleanAsfHeader(file, part, ASF_HEADER_FIELDS)
    else if (!ASF_PARTS.has(part.name)) turnIntoPadding(file, part, OBJECTS)
  }
  return isFilm ? { kind: 'video', extension: 'wmv' } : { kind: 'audio', extension: 'wma' }
}

/** Whether a stream is a video stream. */
function cleanAsfHeader(file: ContainerFile, header: Chunk, fieldsBytes: number): boolean {
  let isFilm = false
  for (const object of chunksOf(file, { start: header.bodyStart + fieldsBytes, end: header.end }, OBJECTS)) {
    const { name, bodyStart } = object
    if (name === ASF.encryption || name === ASF.extendedEncryption) throw new UnplayableContainer('protected')
    if (name === ASF.headerExtension) cleanAsfHeader(file, object, ASF_EXTENSION_FIELDS)
    else if (!ASF_FACTS.has(name)) turnIntoPadding(file, object, OBJECTS)
    if (name === ASF.streamProperties) isFilm ||= file.read(bodyStart, 16).toString('hex') === ASF.video
    if (name === ASF.fileProperties)
      file.wipe({ start: bodyStart + ASF_CREATED_AT, end: bodyStart + ASF_CREATED_AT + ASF_TIME_BYTES })
  }
  return isFilm
}

const FLV = { tagHeaderBytes: 11, sizeBytes: 4, pictures: 9, texts: 18, dataOffsetAt: 5 }
/** A film of ten hours has two million. */
const FLV_TAGS_MAX = 8_000_000

/** Wipes the tags of texts: players read the film without them. */
function cleanFlv(file: ContainerFile): OtherContainer {
  let isFilm = false
  let at = file.read(FLV.dataOffsetAt, 4).readUInt32BE() + FLV.sizeBytes
  for (let count = 0; at + FLV.tagHeaderBytes <= file.size; count++) {
    if (count > FLV_TAGS_MAX) throw new BrokenContainer('Too many tags')
    const header = file.read(at, FLV.tagHeaderBytes)
    const type = header.readUInt8(0) & 0x1f
    const bodyStart = at + FLV.tagHeaderBytes
    const end = Math.min(bodyStart + header.readUIntBE(1, 3), file.size)
    if (type === FLV.texts) file.wipe({ start: bodyStart, end })
    isFilm ||= type === FLV.pictures
    at = end + FLV.sizeBytes
  }
  return isFilm ? { kind: 'video', extension: 'flv' } : { kind: 'audio', extension: 'flv' }
}
