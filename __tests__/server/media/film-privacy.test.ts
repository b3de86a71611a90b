import { sampleFile } from '@support/archives'
import { addToBox, addTrack, box, findBox, uint32 } from '@support/boxes'
import { cleaned } from '@support/cleaned-recording'
import { contentOf } from '@support/recording-content'

const PLACE = '+55.7558+037.6173/'
const PICTURE = Buffer.from('\xff\xd8\xff\xe0 a picture of the family', 'latin1')
const NOTE = 'a note of somebody'
const SECRETS = [Buffer.from(PLACE), PICTURE, Buffer.from(NOTE)]
/** A track id that the samples do not use. */
const OTHER_TRACK = 9

const MOVIE = ['moov']
const FIRST_TRACK = ['moov', 'trak']
const HANDLER = box('hdlr', uint32(0, 0), 'mdta', uint32(0, 0, 0))
const carries = (film: Buffer) => SECRETS.some((secret) => film.includes(secret))
const data = (bytes: Buffer | string) => box('data', uint32(1, 0), bytes)

/** Puts these bytes between the samples of a film, in a box of their own after the media. */
function betweenSamples(film: Buffer, bytes: string): Buffer {
  return addToBox(film, ['mdat'], Buffer.from(bytes))
}

/** Adds a track with chapter pictures, which the first track refers to. */
function withChapters(film: Buffer): Buffer {
  const reference = box('tref', box('chap', uint32(OTHER_TRACK)))
  const named = addToBox(film, FIRST_TRACK, reference)
  return addTrack(named, { id: OTHER_TRACK, handler: 'vide', sample: PICTURE })
}

const PLACES: [string, (film: Buffer) => Buffer][] = [
  ['the place of the film', (film) => addToBox(film, MOVIE, box('udta', box('\xa9xyz', '\0\x12\x15\xc7', PLACE)))],
  ['the place of a track', (film) => addToBox(film, FIRST_TRACK, box('udta', box('loci', uint32(0), NOTE)))],
  [
    'what an iPhone notes',
    (film) =>
      addToBox(
        film,
        MOVIE,
        box(
          'meta',
          HANDLER,
          box('keys', uint32(0, 1), box('mdta', 'com.apple.quicktime.location.ISO6709')),
          box('ilst', box('\0\0\0\x01', data(PLACE))),
        ),
      ),
  ],
  [
    'a cover',
    (film) =>
      addToBox(film, MOVIE, box('udta', box('meta', uint32(0), HANDLER, box('ilst', box('covr', data(PICTURE)))))),
  ],
  ['notes beside a track', (film) => addToBox(film, FIRST_TRACK, box('meta', uint32(0), HANDLER, NOTE))],
  ['a box of its own kind in the film', (film) => addToBox(film, MOVIE, box('uuid', Buffer.alloc(16, 7), NOTE))],
  ['XMP behind the film', (film) => Buffer.concat([film, box('uuid', Buffer.alloc(16, 7), PLACE)])],
  ['XMP before the film', (film) => beforeMovie(film, box('uuid', Buffer.alloc(16, 7), PLACE))],
  ['what an older version left as free', (film) => beforeMovie(film, box('free', PLACE))],
  ['what an older version left to skip', (film) => beforeMovie(film, box('skip', PICTURE))],
  ['what free space in the description held', (film) => addToBox(film, MOVIE, box('free', PLACE))],
  ['a preview', (film) => beforeMovie(film, box('PICT', PICTURE))],
  [
    'a box that nobody has heard of',
    (film) => addToBox(film, ['moov', 'trak', 'mdia', 'minf', 'stbl'], box('abcd', NOTE)),
  ],
  ['what a camera writes between the pictures', (film) => betweenSamples(film, `freeGPS ${PLACE}`)],
  ['what a camera appends', (film) => Buffer.concat([film, Buffer.from(`\0\0\0\x01${PLACE}`)])],
  ['a box that ends too late, behind all', (film) => Buffer.concat([film, uint32(9999), Buffer.from(`note${NOTE}`)])],
  [
    'the name of a handler',
    (film) => {
      const copy = Buffer.from(film)
      const { end } = findBox(copy, ['moov', 'trak', 'mdia', 'hdlr'])
      copy.write(NOTE.slice(0, 12), end - 13)
      return Buffer.concat([copy, box('free', NOTE)])
    },
  ],
  [
    'a way that runs along, as a GoPro keeps it',
    (film) => addTrack(film, { id: OTHER_TRACK, handler: 'meta', sample: Buffer.from(PLACE) }),
  ],
  ['words that run along', (film) => addTrack(film, { id: OTHER_TRACK, handler: 'sbtl', sample: Buffer.from(NOTE) })],
  ['pictures of chapters', withChapters],
  [
    'a thumbnail',
    (film) =>
      addTrack(film, {
        id: OTHER_TRACK,
        handler: 'vide',
        sample: PICTURE,
        more: [box('tref', box('thmb', uint32(1)))],
      }),
  ],
]

function beforeMovie(film: Buffer, addition: Buffer): Buffer {
  const { start } = findBox(film, ['moov'])
  return Buffer.concat([film.subarray(0, start), addition, film.subarray(start)])
}

describe.each(['film.mp4', 'film.mov', 'camera.mov', 'sound.m4a'])('%s', (name) => {
  it.each(PLACES)('keeps nothing of %s', async (_what, plant) => {
    const bytes = await sampleFile(name)
    const planted = plant(bytes)
    expect(carries(planted)).toBe(true)

    const result = await cleaned(planted)

    expect(carries(result.bytes)).toBe(false)
    expect(result.bytes.includes(NOTE.slice(0, 12))).toBe(false)
    expect(result.recording?.extension).toBe(name.split('.').pop())
    expect(await contentOf(result.bytes)).toEqual(await contentOf(bytes))
  })
})

it.each(['film.mp4', 'film-fast.mp4', 'film-frag.mp4', 'film.mov', 'camera.mov', 'sound.m4a'])(
  'leaves every sample of %s where and as it was',
  async (name) => {
    const bytes = await sampleFile(name)
    const result = await cleaned(bytes)
    expect(result.bytes).toHaveLength(bytes.length)
    expect(await contentOf(result.bytes)).toEqual(await contentOf(bytes))
    expect(result.bytes.includes('Lavf')).toBe(false)
  },
)

it.each(['film.mp4', 'film.mov'])('leaves %s turned as it was', async (name) => {
  const film = await sampleFile(name)
  // The matrix before width and height, at the end of the header: a quarter turn, as phones write it.
  const { end } = findBox(film, ['moov', 'trak', 'tkhd'])
  uint32(0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000).copy(film, end - 44)
  const [picture] = await contentOf(film)
  expect(picture?.rotation).toBe(90)
  expect(await contentOf((await cleaned(film)).bytes)).toEqual(await contentOf(film))
})

it('does not tell when a film was made', async () => {
  const film = await sampleFile('film.mov')
  const [movie, track, media] = [['mvhd'], ['trak', 'tkhd'], ['trak', 'mdia', 'mdhd']].map((path) =>
    findBox(film, ['moov', ...path]),
  )
  const headers = [movie, track, media].map((header) => (header?.bodyStart ?? 0) + 4)
  for (const times of headers) uint32(3_800_000_000, 3_800_000_000).copy(film, times)
  const { bytes } = await cleaned(film)
  for (const times of headers) expect(bytes.subarray(times, times + 8)).toEqual(Buffer.alloc(8))
})

it.each<[string, Buffer[]]>([
  ['a way that runs along', fragmentOf(OTHER_TRACK, PLACE)],
  ['notes for the player', [box('emsg', NOTE)]],
  ['notes in a fragment', [box('moof', box('mfhd', uint32(0, 99)), box('uuid', Buffer.alloc(16, 7), NOTE))]],
  ['media that no fragment tells of', [box('mdat', PICTURE)]],
])('keeps of a film in fragments nothing of %s', async (_what, addition) => {
  const film = await sampleFile('film-frag.mp4')
  // The index of fragments must stay at the end of the file.
  const { start } = findBox(film, ['mfra'])
  const planted = Buffer.concat([film.subarray(0, start), ...addition, film.subarray(start)])
  expect(carries(planted)).toBe(true)
  const { bytes } = await cleaned(planted)
  expect(carries(bytes)).toBe(false)
  expect(await contentOf(bytes)).toEqual(await contentOf(film))
})

/** One sample of a track. */
function fragmentOf(track: number, sample: string): Buffer[] {
  const describe = (offset: number) =>
    box(
      'moof',
      box('mfhd', uint32(0, 99)),
      box('traf', box('tfhd', uint32(0x020000, track)), box('trun', uint32(0x0201, 1, offset, sample.length))),
    )
  return [describe(describe(0).length + 8), box('mdat', sample)]
}

it('keeps a sample whose size the head of its fragment tells, behind other values', async () => {
  const film = await sampleFile('film-frag.mp4')
  const { start } = findBox(film, ['mfra'])
  const sample = 'one more picture'
  const describe = (offset: number) => {
    const [description, duration] = [1, 512]
    const head = box('tfhd', uint32(0x02001a, 1, description, duration, sample.length))
    return box('moof', box('mfhd', uint32(0, 99)), box('traf', head, box('trun', uint32(0x0001, 1, offset))))
  }
  const fragment = [describe(describe(0).length + 8), box('mdat', sample)]
  const { bytes } = await cleaned(Buffer.concat([film.subarray(0, start), ...fragment, film.subarray(start)]))
  expect(bytes.includes(sample)).toBe(true)
})

it('keeps sound whose samples QuickTime counts by the byte', async () => {
  const film = await sampleFile('camera.mov')
  const sound = film.indexOf('sowt')
  const sizes = film.indexOf('stsz', sound)
  expect(film.readUInt32BE(sizes + 8)).toBe(2)
  film.writeUInt32BE(1, sizes + 8)
  const media = findBox(film, ['mdat'])
  const { bytes } = await cleaned(film)
  expect(bytes.subarray(media.start, media.end).equals(film.subarray(media.start, media.end))).toBe(true)
})

it('reads a box whose length takes eight bytes, and keeps nothing of it', async () => {
  const film = await sampleFile('film.mp4')
  const long = Buffer.concat([uint32(1), Buffer.from('free'), uint32(0, 16 + NOTE.length), Buffer.from(NOTE)])
  const { bytes, recording } = await cleaned(Buffer.concat([film, long]))
  expect(recording).toBeDefined()
  expect(bytes.includes(NOTE)).toBe(false)
})

it('takes no more room for what stood behind the film', async () => {
  const film = await sampleFile('film.mp4')
  const { bytes } = await cleaned(Buffer.concat([film, box('free', Buffer.alloc(100_000, 1)), box('udta', PLACE)]))
  expect(bytes).toHaveLength(film.length)
})

describe('a film that is not what it says', () => {
  const film = () => sampleFile('film.mp4')
  it.each<[string, (film: Buffer) => Buffer]>([
    [
      'has samples where none are',
      (bytes) => patched(bytes, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stco'], 8, 0xfffffff0),
    ],
    [
      'has more chunks than it lists',
      (bytes) => patched(bytes, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stco'], 4, 0xffffffff),
    ],
    [
      'has more samples than it lists',
      (bytes) => patched(bytes, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'], 8, 0xffffffff),
    ],
    [
      'has samples of four gigabytes',
      (bytes) => patched(bytes, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'], 4, 0xffffffff),
    ],
    ['is not described', (bytes) => bytes.subarray(0, findBox(bytes, ['moov']).start)],
    ['is described in half', (bytes) => bytes.subarray(0, findBox(bytes, ['moov']).end - 100)],
    ['is described by half a million boxes', (bytes) => addToBox(bytes, MOVIE, Buffer.alloc(4_000_000, box('trak')))],
  ])('is refused: one that %s', async (_what, spoil) => {
    expect((await cleaned(spoil(await film()))).recording).toBeUndefined()
  })
})

function patched(film: Buffer, path: string[], offset: number, value: number): Buffer {
  const copy = Buffer.from(film)
  copy.writeUInt32BE(value, findBox(copy, path).bodyStart + offset)
  return copy
}
