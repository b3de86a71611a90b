import {
  BlobSource,
  canEncodeAudio,
  Conversion,
  ConversionCanceledError,
  type ConversionOptions,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  StreamTarget,
  type StreamTargetChunk,
  WEBM,
} from 'mediabunny'
import { type FilmPicture, fittedFilm, hdrCurveOf, isLargeFilm, isPlayableFilm } from '@contract/film'

/** Enough for a film of 1080p; smaller ones get less. */
const BITS_A_PIXEL_AND_SECOND = 3
const SOUND_BITS_A_SECOND = 128_000

export interface FilmWork {
  /** Receives the progress, from 0 to 1. */
  onProgress: (part: number) => void
  /** Aborting it makes the promise reject. */
  signal: AbortSignal
}

/**
 * A film that every browser plays: the file itself, or a copy (MP4 with H.264, at most 1080p) that this browser makes of it.
 * The file itself also if it cannot be read here: the server says why it rejects such a file. Undefined if most browsers would
 * show no picture, and this one cannot convert it.
 */
export async function prepareFilm(file: File, work: FilmWork): Promise<File | undefined> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) })
  try {
    const film = await filmIn(input)
    work.signal.throwIfAborted()
    if (!film) return file
    const isPlayable = film.isInPlayedContainer && isPlayableFilm(film.picture, film.sound)
    if (isPlayable && !isLargeFilm(film.picture)) return file
    const copy = await convert(input, film.track, work)
    if (copy) return new File([copy], copyName(file.name), { type: copy.type })
    return isPlayable ? file : undefined
  } finally {
    input.dispose()
  }
}

interface Film {
  track: InputVideoTrack
  picture: FilmPicture
  /** Its codec; undefined without sound. */
  sound: string | null | undefined
  isInPlayedContainer: boolean
}

async function filmIn(input: Input): Promise<Film | undefined> {
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return undefined
    const [codec, width, height] = [track.getCodec(), track.getDisplayWidth(), track.getDisplayHeight()]
    const sound = await input.getPrimaryAudioTrack()
    return {
      track,
      picture: { codec: await codec, width: await width, height: await height },
      sound: sound ? await sound.getCodec() : undefined,
      isInPlayedContainer: (await input.getFormat()) !== MATROSKA,
    }
  } catch {
    return undefined
  }
}

/** Undefined when this browser cannot decode the film, or cannot write H.264. */
async function convert(input: Input, track: InputVideoTrack, { onProgress, signal }: FilmWork) {
  const { target, written } = growingFile()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  try {
    const conversion = await Conversion.init({
      input,
      output,
      ...(await optionsFor(input, track)),
      showWarnings: false,
    })
    signal.throwIfAborted()
    // A film without its sound would be a silent loss.
    if (!conversion.isValid || conversion.discardedTracks.length > 0) return undefined
    conversion.onProgress = (part) => onProgress(part)
    signal.addEventListener('abort', () => void conversion.cancel(), { once: true })
    await conversion.execute()
    return written()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ConversionCanceledError) throw error
    // Decoders that claim support may fail in the middle.
    return undefined
  }
}

async function optionsFor(input: Input, track: InputVideoTrack): Promise<Omit<ConversionOptions, 'input' | 'output'>> {
  const shown = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
  const fitted = fittedFilm(shown)
  const { transfer } = await track.getColorSpace()
  return {
    // Phones add tracks that few players can read.
    tracks: 'primary',
    video: {
      codec: 'avc',
      ...fitted,
      fit: 'fill',
      quality: new Quality({ bitrate: fitted.width * fitted.height * BITS_A_PIXEL_AND_SECOND }),
      // Forces each frame to be drawn, which maps HDR to the range that every display shows.
      ...(hdrCurveOf(transfer) && { crop: { left: 0, top: 0, ...shown } }),
    },
    audio: { codec: await soundCodecFor(input) },
    // Removes places and device names.
    tags: {},
  }
}

/** AAC sound is copied. Chromium on Linux and Firefox cannot encode it: all newer browsers play Opus too. */
async function soundCodecFor(input: Input): Promise<'aac' | 'opus'> {
  const sound = await input.getPrimaryAudioTrack()
  if ((await sound?.getCodec()) === 'aac') return 'aac'
  return (await canEncodeAudio('aac', { quality: new Quality({ bitrate: SOUND_BITS_A_SECOND }) })) ? 'aac' : 'opus'
}

/** A film that is written chunk by chunk. Browsers store large Blobs on the disk, so an hour does not fill the memory. */
function growingFile() {
  let film = new Blob([], { type: 'video/mp4' })
  const chunks = new WritableStream<StreamTargetChunk>({
    write({ data, position }) {
      const parts = [film.slice(0, position), data as BlobPart, film.slice(position + data.byteLength)]
      film = new Blob(parts, { type: film.type })
    },
  })
  return { target: new StreamTarget(chunks, { chunked: true }), written: () => film }
}

function copyName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.mp4`
}
