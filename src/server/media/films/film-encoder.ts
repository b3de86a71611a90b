import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { copyArguments, type FilmSource, posterArguments } from './ffmpeg-arguments'
import { runFfmpeg } from './ffmpeg-process'
import type { Ffmpeg } from './find-ffmpeg'

const POSTER_MS = 60_000
const COPY_BASE_MS = 300_000
/** For each second of the film: a 4K film takes ten on a small machine. */
const COPY_MS_A_SECOND = 15_000
const COPY_MAX_MS = 6 * 3_600_000
/** The lowest bit rate of any film, so that a small file that claims to last for days does not get days. */
const BYTES_A_SECOND_MIN = 12_500
/** The share of the free disk space that a copy may use. */
const FREE_PART = 0.5
/** ffmpeg may stop a little before the limit, or exceed it: frames in progress are still written, some megabytes. */
const LIMIT_MARGIN_BYTES = 256 * 1024

/** Makes posters and copies of films. */
export interface FilmEncoder {
  /** Writes a frame of the film as JPEG. */
  drawPoster(source: FilmSource, target: string, signal: AbortSignal): Promise<void>
  /**
   * Writes a copy as MP4 (H.264, AAC) of at most 1920×1080, or 1080×1920 when upright. Returns 'too large', with a
   * partial copy written, when it would exceed `maxBytes` or half of the free disk space.
   */
  copy(source: FilmSource, target: string, maxBytes: number, signal: AbortSignal): Promise<'whole' | 'too large'>
}

export function createFilmEncoder(ffmpeg: Ffmpeg): FilmEncoder {
  /** The source as this ffmpeg can read it. */
  const readable = (source: FilmSource): FilmSource => (ffmpeg.mapsTones ? source : { ...source, hdr: null })

  return {
    async drawPoster(source, target, signal) {
      await runFfmpeg(ffmpeg, posterArguments(readable(source), target), {
        folder: path.dirname(target),
        maxMs: POSTER_MS,
        signal,
      })
    },

    async copy(source, target, maxBytes, signal) {
      const folder = path.dirname(target)
      const { bavail, bsize } = await statfs(folder)
      const limit = Math.floor(Math.min(maxBytes, bavail * bsize * FREE_PART))
      if (limit <= LIMIT_MARGIN_BYTES) return 'too large'
      await runFfmpeg(ffmpeg, copyArguments(readable(source), target, limit), { folder, maxMs: copyMs(source), signal })
      return (await stat(target)).size > limit - LIMIT_MARGIN_BYTES ? 'too large' : 'whole'
    },
  }
}

function copyMs({ size, duration }: FilmSource): number {
  const seconds = Math.min(duration ?? Infinity, size / BYTES_A_SECOND_MIN)
  return Math.min(COPY_BASE_MS + COPY_MS_A_SECOND * seconds, COPY_MAX_MS)
}
