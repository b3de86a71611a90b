import { ContainerFile } from './containers/container-file'
import { cleanMp3 } from './containers/mp3'
import { cleanMp4 } from './containers/mp4'
import { cleanOgg } from './containers/ogg'
import { cleanWav } from './containers/wav'
import { cleanWebm } from './containers/webm'
import { inspectRecording, type Recording } from './inspect-recording'

interface Container {
  extensions: string[]
  /** What its files have at this place; an MP3 may have anything anywhere. */
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
 * Takes out of a local file, where it lies, what its container carries beside pictures and sound: places, dates, texts,
 * pictures of their own. Not a sample is changed. Undefined when it is of no accepted kind, cannot be read, or breaks off.
 */
export async function cleanRecording(file: string): Promise<Recording | undefined> {
  try {
    // The library that inspects it believes any length that a file tells. Ours don't, and go first.
    const cleaned = clean(file, ({ mark }, beginning) => beginning.startsWith(mark.text, mark.at))
    const recording = await inspectRecording(file)
    if (!recording || cleaned.extensions.includes(recording.extension)) return recording
    // An MP3 may have the header of a WAV in front.
    clean(file, ({ extensions }) => extensions.includes(recording.extension))
    return await inspectRecording(file)
  } catch (error) {
    // A disk that fails is our fault. Whatever else a reader of other people's files throws says that it cannot read them.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return undefined
  }
}

/** Cleans a file as the first container that fits, and returns which that was. */
function clean(file: string, fits: (container: Container, beginning: string) => boolean): Container {
  return ContainerFile.edit(file, (opened) => {
    const beginning = opened.read(0, Math.min(MARK_BYTES, opened.size)).toString('latin1')
    const container = CONTAINERS.find((each) => fits(each, beginning))
    if (!container) throw new Error('No container that recordings come in')
    container.clean(opened)
    return container
  })
}
