import {
  BlobSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  BufferTarget,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { VOICE_MAX_SECONDS, VOICE_PEAKS } from '@contract/limits'
import { addPart, readSessions } from '@client/lib/saved-recording'

/** What browsers record: Chrome and Firefox the first, an iPhone the last. */
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']
/** Clear speech, and three minutes of it in a megabyte. */
const BITS_A_SECOND = 48_000
const PART_MS = 1000
const TICK_MS = 200
/** A recorder stops a little later than it is told to. */
const MARGIN_SECONDS = 0.5

/** True where this browser can record at all: pages without https, and old browsers, cannot. */
export function canRecord(): boolean {
  return typeof MediaRecorder === 'function' && 'mediaDevices' in navigator
}

export interface Recording {
  stop(): void
}

interface RecordingWork {
  /** Under which it is stored. */
  key: string
  /** What was recorded before, in seconds. */
  before: number
  /** Several times a second: how long all of it is, and how loud it is just now, from 0 to 1. */
  onTick: (seconds: number, level: number) => void
  /** The device has no room, so that the recording lives as long as its tab. May be called again. */
  onUnstored: () => void
  /** Everything is stored. `isInterrupted`: by a call, or a microphone that was pulled out. */
  onEnd: (isInterrupted: boolean) => void
}

/** Asks for the microphone and begins to record. Stops by itself after three minutes. Rejects with the browser's DOMException. */
export async function recordVoice({ key, before, onTick, onUnstored, onEnd }: RecordingWork): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: BITS_A_SECOND })
  const loudness = createLoudness(stream)
  const session = Date.now()
  let stored = Promise.resolve()
  let isStopped = false
  let begunAt = performance.now()

  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return
    stored = stored.then(async () => {
      const isStored = await addPart(key, { session, bytes: await data.arrayBuffer(), type: recorder.mimeType })
      if (!isStored) onUnstored()
    })
  }
  recorder.onstart = () => (begunAt = performance.now())
  recorder.onstop = () => {
    clearInterval(clock)
    loudness.end()
    for (const track of stream.getTracks()) track.stop()
    void stored.then(() => onEnd(!isStopped))
  }
  const clock = setInterval(() => {
    const seconds = before + (performance.now() - begunAt) / 1000
    onTick(Math.min(seconds, VOICE_MAX_SECONDS), loudness.now())
    if (seconds >= VOICE_MAX_SECONDS - MARGIN_SECONDS) stop()
  }, TICK_MS)

  function stop(): void {
    isStopped = true
    if (recorder.state !== 'inactive') recorder.stop()
  }

  recorder.start(PART_MS)
  return { stop }
}

function createLoudness(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    now() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // Speech at arm's length is about a tenth of the full scale.
      return Math.min(1, Math.sqrt(power) * 6)
    },
    end: () => void context.close().catch(() => undefined),
  }
}

export interface WholeVoice {
  file: File
  /** Its length, in seconds. */
  seconds: number
  /** Its wave (see contract/memory.ts). Undefined where the browser does not decode what it has recorded. */
  peaks: string | undefined
}

/**
 * All that is stored of a recording as one file, whose header says how long it is: what recorders write says nothing of it, and each
 * session is a file of its own. The sound is not encoded again. Undefined when there is none.
 */
export async function readVoice(key: string): Promise<WholeVoice | undefined> {
  const target = new BufferTarget()
  let written: { output: Output; source: EncodedAudioPacketSource; type: string } | undefined
  let end = 0
  for (const session of await readSessions(key)) {
    const input = new Input({ formats: [WEBM, OGG, MP4, QTFF], source: new BlobSource(session) })
    try {
      const track = await input.getPrimaryAudioTrack()
      const codec = await track?.getCodec()
      const decoderConfig = await track?.getDecoderConfig()
      if (!track || !codec || !decoderConfig) continue
      written ??= await begin(codec, target)
      const offset = end
      let first: number | undefined
      for await (const packet of new EncodedPacketSink(track).packets()) {
        first ??= packet.timestamp
        const timestamp = packet.timestamp - first + offset
        await written.source.add(packet.clone({ timestamp }), { decoderConfig })
        end = timestamp + packet.duration
      }
    } catch {
      // A session that broke off at once holds nothing that can be read.
    } finally {
      input.dispose()
    }
  }
  if (!written || end === 0) return undefined
  await written.output.finalize()
  const { buffer } = target
  if (!buffer) return undefined
  const file = new File([buffer], 'voice', { type: written.type })
  return { file, seconds: end, peaks: await peaksOf(buffer) }
}

/** Enough for a drawing, and three minutes of it take six megabytes. */
const DRAWN_RATE = 8000
/** Below it there is nothing but the noise of a microphone. */
const SILENCE = 0.005
const LOUDEST_DIGIT = 15

async function peaksOf(bytes: ArrayBuffer): Promise<string | undefined> {
  try {
    // A copy: decoding takes the bytes away.
    const sound = await new OfflineAudioContext(1, 1, DRAWN_RATE).decodeAudioData(bytes.slice(0))
    return drawnPeaks(sound.getChannelData(0))
  } catch {
    return undefined
  }
}

/** A digit of 0 to f for each part of the sound: how loud it is next to the loudest one. */
export function drawnPeaks(samples: Float32Array): string {
  const length = samples.length / VOICE_PEAKS
  const parts = Array.from({ length: VOICE_PEAKS }, (_none, nth) => {
    const part = samples.subarray(Math.floor(nth * length), Math.floor((nth + 1) * length))
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length))
  })
  const loudest = Math.max(SILENCE, ...parts)
  return parts.map((part) => Math.round((part / loudest) * LOUDEST_DIGIT).toString(LOUDEST_DIGIT + 1)).join('')
}

type Codec = ConstructorParameters<typeof EncodedAudioPacketSource>[0]

async function begin(codec: Codec, target: BufferTarget) {
  const isMp4 = codec === 'aac'
  const output = new Output({ format: isMp4 ? new Mp4OutputFormat() : new WebMOutputFormat(), target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  return { output, source, type: isMp4 ? 'audio/mp4' : 'audio/webm' }
}
