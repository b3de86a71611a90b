import type { Note, Tune } from './tunes'

export const SAMPLE_RATE = 32_000

/** How loud each multiple of a tone sounds. */
const HARMONICS = { piano: [1, 0.55, 0.3, 0.18, 0.1, 0.06], hum: [1, 0.34, 0.12, 0.05] }
const LOUDEST = 0.7
const ROOM = [
  { seconds: 0.047, share: 0.22 },
  { seconds: 0.083, share: 0.16 },
  { seconds: 0.131, share: 0.1 },
]

/** Plays a tune into samples of 16 bits, one channel. */
export function play({ notes, bass = [], beatSeconds, voice }: Tune): Buffer {
  const seconds =
    Math.max(...[notes, bass].map((part) => part.reduce((sum, [, beats]) => sum + beats, 0))) * beatSeconds
  const samples = new Float64Array(Math.ceil((seconds + 1) * SAMPLE_RATE))
  addPart(samples, notes, { beatSeconds, voice, loudness: 1 })
  addPart(samples, bass, { beatSeconds, voice, loudness: 0.45 })
  return asPcm(inARoom(samples))
}

interface Sound {
  beatSeconds: number
  voice: Tune['voice']
  loudness: number
}

function addPart(samples: Float64Array, notes: readonly Note[], { beatSeconds, voice, loudness }: Sound): void {
  let start = 0
  notes.forEach(([pitch, beats], index) => {
    const seconds = beats * beatSeconds
    // No one plays or hums like a clock.
    const late = 0.012 * Math.sin(index * 2.7)
    if (pitch !== null) {
      const strength = loudness * (0.86 + 0.14 * Math.sin(index * 1.9))
      addTone(samples, { from: start + late + 0.02, seconds, pitch, voice, strength })
    }
    start += seconds
  })
}

interface Tone {
  from: number
  seconds: number
  pitch: number
  voice: Tune['voice']
  strength: number
}

function addTone(samples: Float64Array, { from, seconds, pitch, voice, strength }: Tone): void {
  const frequency = 440 * 2 ** ((pitch - 69) / 12)
  // A string sounds on a little after its key was let go.
  const length = Math.floor((seconds + (voice === 'piano' ? 0.5 : 0.1)) * SAMPLE_RATE)
  const first = Math.floor(from * SAMPLE_RATE)
  let phase = 0
  for (let index = 0; index < length && first + index < samples.length; index++) {
    const time = index / SAMPLE_RATE
    const vibrato = voice === 'hum' ? 0.005 * Math.min(1, time / 0.5) * Math.sin(2 * Math.PI * 5.1 * time) : 0
    phase += (2 * Math.PI * frequency * (1 + vibrato)) / SAMPLE_RATE
    const tone = HARMONICS[voice].reduce(
      (sum, share, order) => sum + share * fade(voice, order, time) * Math.sin(phase * (order + 1)),
      0,
    )
    samples[first + index] = (samples[first + index] ?? 0) + strength * envelope(voice, time, seconds) * tone
  }
}

/** Higher tones of a string die away sooner. */
function fade(voice: Tune['voice'], order: number, time: number): number {
  return voice === 'piano' ? Math.exp(-time * (1.6 + order * 1.3)) : 1
}

function envelope(voice: Tune['voice'], time: number, seconds: number): number {
  const attack = voice === 'piano' ? 0.006 : 0.12
  const release = voice === 'piano' ? 0.5 : 0.16
  const end = seconds + (voice === 'piano' ? 0.5 : 0.1)
  return Math.min(1, time / attack) * Math.min(1, Math.max(0, (end - time) / release))
}

function inARoom(dry: Float64Array): Float64Array {
  return dry.map((sample, index) =>
    ROOM.reduce(
      (sum, { seconds, share }) => sum + share * (dry[index - Math.floor(seconds * SAMPLE_RATE)] ?? 0),
      sample,
    ),
  )
}

function asPcm(samples: Float64Array): Buffer {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) || 1
  const pcm = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, index) => pcm.writeInt16LE(Math.round((sample / loudest) * LOUDEST * 32_767), index * 2))
  return pcm
}
