import {
  BlobSource,
  canEncodeAudio,
  Conversion,
  ConversionCanceledError,
  type ConversionOptions,
  Input,
  type InputVideoTrack,
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
  /** Told how much of the film is ready, from 0 to 1. */
  onProgress: (part: number) => void
  /** Its end makes the promise reject. */
  signal: AbortSignal
}

/**
 * A film that every browser plays: the file itself, or a copy (MP4 with H.264, at most 1080p) that this browser makes of it.
 * The file itself too when it cannot be read here: the server says why it takes no such file. Undefined when most browsers
 * would show no picture, and this one cannot change that.
 */
export async function prepareFilm(file: File, work: FilmWork): Promise<File | undefined> {
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new BlobSource(file) })
  try {
    const film = await filmIn(input)
    work.signal.throwIfAborted()
    if (!film) return file
    const isPlayable = isPlayableFilm(film.picture)
    if (isPlayable && !isLargeFilm(film.picture)) return file
    const copy = await convert(input, film.track, work)
    if (copy) return new File([copy], copyName(file.name), { type: copy.type })
    return isPlayable ? file : undefined
  } finally {
    input.dispose()
  }
}

async function filmIn(input: Input): Promise<{ track: InputVideoTrack; picture: FilmPicture } | undefined> {
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return undefined
    const [codec, width, height] = [track.getCodec(), track.getDisplayWidth(), track.getDisplayHeight()]
    return { track, picture: { codec: await codec, width: await width, height: await height } }
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
    // A film without its sound would be a loss that nobody was told of.
    if (!conversion.isValid || conversion.discardedTracks.length > 0) return undefined
    conversion.onProgress = (part) => onProgress(part)
    signal.addEventListener('abort', () => void conversion.cancel(), { once: true })
    await conversion.execute()
    return written()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ConversionCanceledError) throw error
    // Decoders that say they can may fail in the middle.
    return undefined
  }
}

async function optionsFor(input: Input, track: InputVideoTrack): Promise<Omit<ConversionOptions, 'input' | 'output'>> {
  const shown = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
  const fitted = fittedFilm(shown)
  const { transfer } = await track.getColorSpace()
  return {
    // Phones add tracks that few programs can read.
    tracks: 'primary',
    video: {
      codec: 'avc',
      ...fitted,
      fit: 'fill',
      quality: new Quality({ bitrate: fitted.width * fitted.height * BITS_A_PIXEL_AND_SECOND }),
      // Each frame is drawn then, and drawing brings its light into what every screen shows.
      ...(hdrCurveOf(transfer) && { crop: { left: 0, top: 0, ...shown } }),
    },
    audio: { codec: await soundCodecFor(input) },
    // Places and names of devices.
    tags: {},
  }
}

/** Sound in AAC is taken as it is. Chromium on Linux and Firefox write none: all newer browsers play Opus too. */
async function soundCodecFor(input: Input): Promise<'aac' | 'opus'> {
  const sound = await input.getPrimaryAudioTrack()
  if ((await sound?.getCodec()) === 'aac') return 'aac'
  return (await canEncodeAudio('aac', { quality: new Quality({ bitrate: SOUND_BITS_A_SECOND }) })) ? 'aac' : 'opus'
}

/** Where a film is written piece by piece. Browsers keep large Blobs on the disk, so an hour does not fill the memory. */
function growingFile() {
  let film = new Blob([], { type: 'video/mp4' })
  const pieces = new WritableStream<StreamTargetChunk>({
    write({ data, position }) {
      const parts = [film.slice(0, position), data as BlobPart, film.slice(position + data.byteLength)]
      film = new Blob(parts, { type: film.type })
    },
  })
  return { target: new StreamTarget(pieces, { chunked: true }), written: () => film }
}

function copyName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.mp4`
}
