/** What of a film says who can watch it. */
export interface FilmPicture {
  /** As mediabunny names it; null when it is none that we know. */
  codec: string | null
  /** Pixels as it is shown: upright. Null where they are not known. */
  width: number | null
  height: number | null
}

/** HEVC and ProRes are not among them: only some devices have a decoder. */
const CODECS_OF_BROWSERS: (string | null)[] = ['avc', 'vp8', 'vp9', 'av1']

/** The curves of films with a high dynamic range, as mediabunny names them: that of iPhones, and that of discs. */
export const HDR_CURVES = ['hlg', 'pq'] as const
export type HdrCurve = (typeof HDR_CURVES)[number]

/** The curve of a film, by what its file says of it; null for a film that every screen shows as it is. */
export function hdrCurveOf(transfer: unknown): HdrCurve | null {
  return HDR_CURVES.find((curve) => curve === transfer) ?? null
}

/** What copies of films fit into, lying or upright. More is too much for the line of a phone. */
export const FILM_LONGER_SIDE_MAX = 1920
export const FILM_SHORTER_SIDE_MAX = 1080

/** Whether browsers of today show its picture. */
export function isPlayableFilm({ codec }: Pick<FilmPicture, 'codec'>): boolean {
  return CODECS_OF_BROWSERS.includes(codec)
}

/** Whether a film has more pixels than a copy may have. */
export function isLargeFilm({ width, height }: Pick<FilmPicture, 'width' | 'height'>): boolean {
  const [shorter = 0, longer = 0] = [width ?? 0, height ?? 0].sort((one, other) => one - other)
  return longer > FILM_LONGER_SIDE_MAX || shorter > FILM_SHORTER_SIDE_MAX
}

/** The size of the copy of a large film: the same shape, with sides that are even, as H.264 wants them. */
export function fittedFilm({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)]
  const scale = Math.min(1, FILM_LONGER_SIDE_MAX / longer, FILM_SHORTER_SIDE_MAX / shorter)
  const even = (side: number) => Math.max(2, Math.floor((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
