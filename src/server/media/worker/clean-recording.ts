import { ContainerFile, type ProblemOfRecording, UnplayableContainer } from './containers/container-file'
import { cleanFlac } from './containers/flac'
import { afterTags, cleanAdts, cleanMp3 } from './containers/mp3'
import { cleanMp4 } from './containers/mp4'
import { cleanOgg } from './containers/ogg'
import { cleanOtherContainer } from './containers/other-containers'
import { cleanWav } from './containers/wav'
import { cleanWebm } from './containers/webm'
import { inspectRecording, type Recording, type RecordingFacts } from './inspect-recording'

interface Container {
  extensions: string[]
  /** The beginning of files of this format, in Latin-1. An MP3 has none of its own. */
  mark: RegExp
  /** May return facts that it knows better than the library. */
  // oxlint-disable-next-line typescript/no-invalid-void-type -- most of them know nothing better
  clean(file: ContainerFile): Partial<RecordingFacts> | void
}

const CONTAINERS: Container[] = [
  // Films of old cameras do not begin with the type of the file.
  { extensions: ['mp4', 'm4a', 'mov'], mark: /^[^]{4}(ftyp|moov|mdat|wide|skip|free|pnot)/, clean: cleanMp4 },
  // oxlint-disable-next-line eslint/no-control-regex -- the first bytes of a file
  { extensions: ['webm', 'mkv', 'mka'], mark: /^\x1aE\xdf\xa3/, clean: cleanWebm },
  { extensions: ['ogg'], mark: /^OggS/, clean: cleanOgg },
  { extensions: ['wav'], mark: /^[^]{8}WAVE/, clean: cleanWav },
  { extensions: ['flac'], mark: /^fLaC/, clean: cleanFlac },
  { extensions: ['aac'], mark: /^\xff[\xf0\xf1\xf8\xf9]/, clean: cleanAdts },
  { extensions: ['mp3'], mark: /^/, clean: cleanMp3 },
]
const MARK_BYTES = 12
/** For a recording of which our parsers know the container alone. */
const NO_FACTS = { duration: null, width: null, height: null, is_playable: false }

/**
 * Strips the metadata from a local recording, in place: locations, dates, texts, cover pictures. Picture and sound are
 * not changed. Undefined when the file has no accepted format, cannot be read, or is truncated; a problem where it is
 * known why no program can play it.
 */
export async function cleanRecording(file: string): Promise<Recording | ProblemOfRecording | undefined> {
  try {
    const other = ContainerFile.edit(file, cleanOtherContainer)
    if (other) return { ...other, facts: NO_FACTS, hdr: null, isContainerOnly: true }
    // Our own parsers run first: the library that inspects the file trusts every length in it.
    const { extensions, facts } = clean(file, ({ mark }, beginning) => mark.test(beginning))
    const recording = await inspectRecording(file)
    if (!recording || extensions.includes(recording.extension)) return knowing(recording, facts)
    // An MP3 may have a WAV header.
    const again = clean(file, ({ extensions: others }) => others.includes(recording.extension))
    return knowing(await inspectRecording(file), again.facts)
  } catch (error) {
    // A failing disk is the server's fault. Every other error of a parser means that the file cannot be read.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return error instanceof UnplayableContainer ? error.problem : undefined
  }
}

function knowing(recording: Recording | undefined, facts: Partial<RecordingFacts>): Recording | undefined {
  return recording && { ...recording, facts: { ...recording.facts, ...facts } }
}

/** Recognises a stored recording without changing it. Undefined when it cannot be read. */
export async function inspectStored(file: string): Promise<Recording | undefined> {
  return inspectRecording(file).catch(() => undefined)
}

/** Cleans a file with the first matching container format, and returns its extensions, and what it found. */
function clean(file: string, fits: (container: Container, beginning: string) => boolean) {
  return ContainerFile.edit(file, (opened) => {
    // Programs put tags of MP3 before AAC and FLAC too.
    const start = Math.min(afterTags(opened, 0), opened.size)
    const beginning = opened.read(start, Math.min(MARK_BYTES, opened.size - start)).toString('latin1')
    const container = CONTAINERS.find((each) => fits(each, beginning))
    if (!container) throw new Error('No container that recordings come in')
    return { extensions: container.extensions, facts: container.clean(opened) ?? {} }
  })
}
