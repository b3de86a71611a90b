import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FilmEncoder } from '@server/media/film-encoder'
import type { Recording } from '@server/media/worker/inspect-recording'
import { sampleFile } from '@support/archives'
import { cleaned } from '@support/cleaned-recording'
import {
  aFilm,
  describeWithFfmpeg,
  everyRecording,
  type MadeRecording,
  realEncoder,
  SECRET_OF_RECORDINGS as SECRET,
} from '@support/films'

const CHANGED_INSIDE = ['xvid.avi', 'windows.wmv', 'web.flv', 'camcorder.mts', 'real.rm', 'lossless.caf', 'apple.aiff']

async function read(bytes: Buffer): Promise<{ recording: Recording; bytes: Buffer }> {
  const { recording, ...rest } = await cleaned(bytes)
  if (!recording) throw new Error('It is not read')
  return { recording, ...rest }
}

describeWithFfmpeg(() => {
  let folder: string
  let encoder: FilmEncoder
  let all: MadeRecording[]

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-other-'))
    encoder = await realEncoder()
    all = await everyRecording()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const bytesOf = (name: string) => all.find((made) => made.name === name)?.bytes ?? Buffer.alloc(0)

  async function canRead(recording: Recording, bytes: Buffer): Promise<boolean> {
    const { kind, extension, facts, hdr } = recording
    const file = path.join(folder, `film.${extension}`)
    await writeFile(file, bytes)
    const source = { kind, file, size: bytes.length, extension, duration: facts.duration, hdr }
    return encoder.canRead(source, path.join(folder, `probe-${Math.random()}`))
  }

  it('tells by its content what each recording of a family is', async () => {
    for (const { name, kind, isPlayed, bytes } of all) {
      const { recording } = await read(bytes)
      expect([name, recording.kind, recording.facts.is_playable]).toEqual([name, kind, isPlayed])
    }
  })

  it('leaves no text in any, and they can still be read', async () => {
    const tells = (bytes: Buffer) => bytes.includes(SECRET) || bytes.includes(Buffer.from(SECRET, 'utf16le'))
    expect(all.filter(({ bytes }) => tells(bytes)).length).toBeGreaterThan(20)
    const tried: [string, boolean][] = []
    for (const { name, bytes: sent } of all) {
      const { recording, bytes } = await read(sent)
      expect([name, tells(bytes)]).toEqual([name, false])
      // Those of which the texts are taken out of the middle.
      if (CHANGED_INSIDE.includes(name)) tried.push([name, await canRead(recording, bytes)])
    }
    expect(tried).toEqual(CHANGED_INSIDE.map((name) => [name, true]))
  })

  it.each(['xvid.avi', 'windows.wmv', 'one.mpg'])('knows of %s that nothing in it can be decoded', async (name) => {
    const { recording, bytes } = await read(bytesOf(name))
    const headers =
      { 'xvid.avi': 2048, 'windows.wmv': 1000, 'web.flv': 13, 'voice.wma': 1000, 'one.mpg': 40 }[name] ?? 400
    const noise = Buffer.alloc(bytes.length - headers, 0x5a)
    expect(await canRead(recording, Buffer.concat([bytes.subarray(0, headers), noise]))).toBe(false)
  })

  it.each([
    ['yuv420p', true],
    ['yuv420p10le', false],
    ['yuv444p', false],
  ])('of H.264 with %s it is known whether phones decode it', async (format, isPlayed) => {
    const film = await aFilm({ codec: 'libx264', options: ['-pix_fmt', format] })
    expect((await read(film)).recording.facts.is_playable).toBe(isPlayed)
  })

  it('a film of which a camera wrote no more than a part can be read', async () => {
    const film = bytesOf('xvid.avi')
    const { recording, bytes } = await read(film.subarray(0, film.length * 0.6))
    expect(recording.kind).toBe('video')
    expect(await canRead(recording, bytes)).toBe(true)
  })

  it.each(['constant.mp3', 'variable.mp3', 'layer.mp2', 'voice.aac'])(
    'measures how long %s is, whatever stands around its sound',
    async (name) => {
      const { recording } = await read(bytesOf(name))
      expect(recording.facts.duration).toBeCloseTo(1, 0)
      const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\x7f\x7f', 'latin1'), Buffer.alloc(127 * 128 + 127)])
      const again = await read(Buffer.concat([tag, bytesOf(name), Buffer.from('TAG'.padEnd(128, ' '))]))
      expect(again.recording.facts.duration).toBe(recording.facts.duration)
    },
  )

  it('counts the frames of a recording, not what its header says', async () => {
    const loud = bytesOf('variable.mp3')
    const { recording } = await read(Buffer.concat([loud, loud, loud]))
    const one = await read(loud)
    expect(recording.facts.duration).toBeCloseTo((one.recording.facts.duration ?? 0) * 3, 1)
  })
})

it('knows films that were bought and are locked', async () => {
  const film = await sampleFile('film.mp4')
  const at = film.indexOf('stsd') + 16
  expect(film.toString('latin1', at, at + 4)).toBe('avc1')
  const locked = Buffer.from(film)
  locked.write('encv', at, 'latin1')
  expect((await cleaned(locked)).problem).toBe('protected')
})

it('knows a film that its camera did not finish', async () => {
  const film = await sampleFile('film.mp4')
  const description = film.indexOf('moov') - 4
  expect(description).toBeGreaterThan(film.indexOf('mdat'))
  expect((await cleaned(film.subarray(0, description))).problem).toBe('unfinished')
})

it.each([0, 1000])('refuses at once a FLAC that has %d bytes of noise and no sound', async (noise) => {
  const flac = Buffer.from((await sampleFile('sound.flac')).subarray(0, 4 + 4 + 34))
  // Its first block is its last.
  flac.writeUInt8(0x80, 4)
  expect((await cleaned(Buffer.concat([flac, Buffer.alloc(noise, 0x5a)]))).recording).toBeUndefined()
})
