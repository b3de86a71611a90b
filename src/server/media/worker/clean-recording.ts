import { ContainerFile } from './containers/container-file'
import { cleanMp3 } from './containers/mp3'
import { cleanMp4 } from './containers/mp4'
import { cleanOgg } from './containers/ogg'
import { cleanWav } from './containers/wav'
import { cleanWebm } from './containers/webm'
import { inspectRecording, type Recording } from './inspect-recording'

interface Container {
  extensions: string[]
  /** The magic bytes of the format. An MP3 has none. */
  mark: { at: number; text: string }
  clean(file: ContainerFile): void
}

const CONTAINERS: Container[] = [
  { extensions: ['mp4', 'm4a', 'mov'], mark: { at: 4, text: 'ftyp' }, clean: cleanMp4 },
  { extensions: ['webm'], mark: { at: 0, text: '\x1aE\xdf\xa3' }, clean: cleanWebm },
  { extensions: ['ogg'], mark: { at: 0, text: 'OggS' }, clean: cleanOgg },
  { extensions: ['wav'], mark: { at: 8, text: 'WAVE' }, clean: cleanWav },
  { extensions: ['mp3'], mark: { at: 0, text: '' }, clean: cleanMp3 },
]
const MARK_BYTES = 12

/**
 * Strips the metadata from a local recording, in place: locations, dates, texts, cover pictures. Picture and sound are
 * not changed. Undefined when the file has no accepted format, cannot be read, or is truncated.
 */
export async function cleanRecording(file: string): Promise<Recording | undefined> {
  try {
    // Our own parsers run first: the library that inspects the file trusts every length in it.
    const cleaned = clean(file, ({ mark }, beginning) => beginning.startsWith(mark.text, mark.at))
    const recording = await inspectRecording(file)
    if (!recording || cleaned.extensions.includes(recording.extension)) return recording
    // An MP3 may have a WAV header.
    clean(file, ({ extensions }) => extensions.includes(recording.extension))
    return await inspectRecording(file)
  } catch (error) {
    // A failing disk is the server's fault. Every other error of a parser means that the file cannot be read.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return undefined
  }
}

/** Recognises a stored recording without changing it. Undefined when it cannot be read. */
export async function inspectStored(file: string): Promise<Recording | undefined> {
  return inspectRecording(file).catch(() => undefined)
}

/** Cleans a file with the first matching container format, and returns that format. */
function clean(file: string, fits: (container: Container, beginning: string) => boolean): Container {
  return ContainerFile.edit(file, (opened) => {
    const beginning = opened.read(0, Math.min(MARK_BYTES, opened.size)).toString('latin1')
    const container = CONTAINERS.find((each) => fits(each, beginning))
    if (!container) throw new Error('No container that recordings come in')
    container.clean(opened)
    return container
  })
}
