import { sampleFile } from '@support/archives'
import { cleaned } from '@support/cleaned-recording'
import { contentOf } from '@support/recording-content'

const SECRET = 'SECRET'
const PICTURE = Buffer.from(`\xff\xd8\xff\xe0${SECRET}`, 'latin1')
const MEGABYTE = 1024 ** 2

/** The rest of one of our recordings, whose samples contain the name of a program. */
const bare = async (name: string) => (await cleaned(await sampleFile(name))).bytes

async function expectNothingKept(planted: Buffer, name: string): Promise<Buffer> {
  expect(planted.includes(SECRET)).toBe(true)
  const { bytes, recording } = await cleaned(planted)
  expect(bytes.includes(SECRET)).toBe(false)
  expect(recording?.extension).toBe(name.split('.').pop())
  return bytes
}

describe('an MP3', () => {
  const PLACES: [string, (sound: Buffer) => Buffer][] = [
    ['a tag in front', (sound) => Buffer.concat([id3(SECRET), sound])],
    ['two tags in a row', (sound) => Buffer.concat([id3(PICTURE), id3(SECRET, { hasFooter: true }), sound])],
    ['a picture of a megabyte', (sound) => Buffer.concat([id3(Buffer.alloc(MEGABYTE, PICTURE)), sound])],
    ['what stands before the sound', (sound) => Buffer.concat([Buffer.from(`RIFF${SECRET}`), sound])],
    ['a tag at the end', (sound) => Buffer.concat([sound, Buffer.from(`TAG${SECRET}`.padEnd(128, '\0'))])],
    ['a new tag at the end', (sound) => Buffer.concat([sound, id3(SECRET)])],
    ['an APE tag', (sound) => Buffer.concat([sound, Buffer.from(`APETAGEX${SECRET}`.padEnd(64, '\0'))])],
    ['lyrics', (sound) => Buffer.concat([sound, Buffer.from(`LYRICSBEGIN${SECRET}LYRICS200`)])],
    ['anything else behind it', (sound) => Buffer.concat([sound, Buffer.from(SECRET)])],
  ]

  it.each(PLACES)('keeps nothing of %s', async (_what, plant) => {
    const sound = await bare('sound.mp3')
    expect((await expectNothingKept(plant(sound), 'sound.mp3')).equals(sound)).toBe(true)
  })

  it('that was joined from two keeps the sound of both', async () => {
    const sound = await bare('sound.mp3')
    const joined = Buffer.concat([sound, id3(SECRET), sound])
    expect((await expectNothingKept(joined, 'sound.mp3')).equals(Buffer.concat([sound, sound]))).toBe(true)
  })

  it('keeps all its sound', async () => {
    expect(await contentOf(await bare('sound.mp3'))).toEqual(await contentOf(await sampleFile('sound.mp3')))
  })
})

describe('a WAV', () => {
  const CHUNKS = ['LIST', 'id3 ', 'bext', 'iXML', '_PMX', 'cue ', 'JUNK', 'abcd']
  const list = (name: string) => chunk(name, Buffer.from(`INFOIART${SECRET}`))

  it.each(CHUNKS)('keeps nothing of a chunk %p before and behind the sound', async (name) => {
    const sound = await bare('sound.wav')
    const before = riff(Buffer.concat([sound.subarray(0, 12), list(name), sound.subarray(12)]))
    const behind = riff(Buffer.concat([sound, list(name)]))
    expect(await contentOf(await expectNothingKept(before, 'sound.wav'))).toEqual(await contentOf(sound))
    expect((await expectNothingKept(behind, 'sound.wav')).equals(sound)).toBe(true)
  })

  it('keeps nothing of what stands behind its end', async () => {
    const sound = await bare('sound.wav')
    expect((await expectNothingKept(Buffer.concat([sound, Buffer.from(SECRET)]), 'sound.wav')).equals(sound)).toBe(true)
  })

  it('keeps all its sound', async () => {
    expect(await contentOf(await bare('sound.wav'))).toEqual(await contentOf(await sampleFile('sound.wav')))
  })
})

describe('an OGG', () => {
  it.each(['tagged.ogg', 'tagged-opus.ogg'])(
    'keeps of %s neither words nor pictures, and all its sound',
    async (name) => {
      const bytes = await sampleFile(name)
      const kept = await expectNothingKept(bytes, name)
      expect(kept.includes('Lavf')).toBe(false)
      expect(kept.includes('METADATA_BLOCK_PICTURE')).toBe(false)
      expect(await contentOf(kept)).toEqual(await contentOf(bytes))
      for (const page of pagesOf(kept)) expect(checksumOf(page)).toBe(page.readUInt32LE(22))
    },
  )

  it('keeps nothing of a picture that takes many pages', async () => {
    const [head = Buffer.alloc(0), , ...rest] = pagesOf(await sampleFile('tagged-opus.ogg'))
    const comments = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8), Buffer.alloc(150_000, SECRET)])
    const planted = Buffer.concat([head, ...pagesWith(comments, head.readUInt32LE(14)), ...rest])
    const kept = await expectNothingKept(planted, 'tagged-opus.ogg')
    expect(await contentOf(kept)).toEqual(await contentOf(planted))
  })

  it('keeps nothing of what runs along, nor of what stands between its pages and behind them', async () => {
    const bytes = await bare('sound-opus.ogg')
    const [head = Buffer.alloc(0), ...rest] = pagesOf(bytes)
    const words = page(Buffer.from(`fishead\0${SECRET}`), { serial: 7, isFirst: true })
    const planted = Buffer.concat([head, words, Buffer.from(SECRET), ...rest, Buffer.from(SECRET)])
    expect((await expectNothingKept(planted, 'sound-opus.ogg')).equals(bytes)).toBe(true)
  })
})

describe('a WebM', () => {
  it('keeps neither names nor dates, neither chapters nor words that run along', async () => {
    const bytes = await sampleFile('tagged.webm')
    const kept = await expectNothingKept(bytes, 'tagged.webm')
    expect(kept.includes('Lav')).toBe(false)
    expect(kept.includes(Buffer.from([0x44, 0x61, 0x88]))).toBe(false)
    // Where the index of its parts told of words that run along.
    const tags = Buffer.from([0x12, 0x54, 0xc3, 0x67])
    expect([bytes.includes(tags), kept.includes(tags)]).toEqual([true, false])
    expect(kept).toHaveLength(bytes.length)
    expect(await contentOf(kept)).toEqual(await contentOf(bytes))
    expect(vorbisPacketsOf(kept)).toEqual(vorbisPacketsOf(bytes))
  })

  it('that was recorded without knowing its length keeps no name', async () => {
    const bytes = await sampleFile('live.webm')
    expect(await contentOf(await expectNothingKept(bytes, 'live.webm'))).toEqual(await contentOf(bytes))
  })

  it.each([
    ['attachments', 0x1941a469],
    ['tags', 0x1254c367],
    ['what is said to be empty', 0xec],
    ['what nobody has heard of', 0x1fffff01],
  ])('keeps nothing of %s', async (_what, id) => {
    const bytes = await sampleFile('live.webm')
    const planted = Buffer.concat([bytes, element(id, PICTURE)])
    expect(await contentOf(await expectNothingKept(planted, 'live.webm'))).toEqual(await contentOf(bytes))
  })

  it('is refused when a part of it would take too much memory', async () => {
    const bytes = await sampleFile('live.webm')
    const endless = Buffer.concat([bytes, element(0x1c53bb6b, Buffer.alloc(65 * MEGABYTE))])
    expect((await cleaned(endless)).recording).toBeUndefined()
  })
})

it.each(['photograph.heic', 'tile.heic'])('takes no %s', async (name) => {
  expect((await cleaned(await sampleFile(name))).recording).toBeUndefined()
})

/** An ID3v2 tag. */
function id3(content: Buffer | string, { hasFooter = false } = {}): Buffer {
  const body = Buffer.from(content)
  const length = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f)
  const header = (mark: string) => Buffer.from([...Buffer.from(mark), 4, 0, hasFooter ? 0x10 : 0, ...length])
  return Buffer.concat([header('ID3'), body, ...(hasFooter ? [header('3DI')] : [])])
}

function chunk(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(name)
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)])
}

/** The same with its current length. */
function riff(file: Buffer): Buffer {
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

/** With its length in eight bytes. */
function element(id: number, content: Buffer): Buffer {
  const idBytes = Buffer.from(id.toString(16), 'hex')
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(content.length) | (1n << 56n))
  return Buffer.concat([idBytes, length, content])
}

function pagesOf(file: Buffer): Buffer[] {
  const pages: Buffer[] = []
  for (let at = 0; at < file.length;) {
    const segments = file.subarray(at + 27, at + 27 + file.readUInt8(at + 26))
    const end = at + 27 + segments.length + segments.reduce((sum, segment) => sum + segment, 0)
    pages.push(file.subarray(at, end))
    at = end
  }
  return pages
}

/** A packet in as many pages as it needs. */
function pagesWith(packet: Buffer, serial: number): Buffer[] {
  const most = 255 * 255
  const count = Math.floor(packet.length / most) + 1
  return Array.from({ length: count }, (_, index) =>
    page(packet.subarray(index * most, (index + 1) * most), { serial, goesOn: index + 1 < count, index }),
  )
}

function page(
  body: Buffer,
  {
    serial,
    isFirst = false,
    goesOn = false,
    index = 0,
  }: { serial: number; isFirst?: boolean; goesOn?: boolean; index?: number },
): Buffer {
  const segments = Array.from({ length: Math.floor(body.length / 255) }, () => 255)
  if (!goesOn) segments.push(body.length % 255)
  const header = Buffer.alloc(27)
  header.write('OggS')
  header.writeUInt8((isFirst ? 2 : 0) | (index > 0 ? 1 : 0), 5)
  header.writeUInt32LE(serial, 14)
  header.writeUInt32LE(index + 1, 18)
  header.writeUInt8(segments.length, 26)
  const whole = Buffer.concat([header, Buffer.from(segments), body])
  whole.writeUInt32LE(checksumOf(whole), 22)
  return whole
}

/** The checksum of RFC 3533, bit by bit. */
function checksumOf(page: Buffer): number {
  const bytes = Buffer.from(page)
  bytes.writeUInt32LE(0, 22)
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}

/** Where the packets of identification, comments and setup begin. */
function vorbisPacketsOf(file: Buffer): number[] {
  return [1, 3, 5].map((type) => file.indexOf(Buffer.concat([Buffer.from([type]), Buffer.from('vorbis')])))
}
