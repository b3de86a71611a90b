import { isLargeFilm } from '@contract/film'
import type { StoredMedia } from '../../media/media-library'
import type { RecordingFacts } from '../../media/worker/inspect-recording'

/** The file name of a film's copy, in the folder of its own media. */
export const FILM_COPY_FILE = 'recording.mp4'

/** Lengths in the headers of containers are not exact. */
const LENGTH_TOLERANCE_SECONDS = 1
const LENGTH_TOLERANCE_PART = 0.02

/** Whether a film has to be copied, so that every browser plays it and a phone can load it. */
export function needsCopy(film: RecordingFacts): boolean {
  return !film.is_playable || isLargeFilm(film)
}

/** Whether a copy plays everywhere and is as long as the film. `duration` is in seconds; null when unknown. */
export function isWholeCopy(facts: StoredMedia['facts'], duration: number | null): boolean {
  if (!facts || !('is_playable' in facts) || !facts.is_playable) return false
  const missing = (duration ?? 0) - (facts.duration ?? 0)
  return missing <= LENGTH_TOLERANCE_SECONDS + (duration ?? 0) * LENGTH_TOLERANCE_PART
}
