/** The properties of a film that determine which devices can play it. */
export interface FilmPicture {
  /** mediabunny's name; null for an unknown codec. */
  codec: string | null
  /** Display size (upright) in pixels. Null if unknown. */
  width: number | null
  height: number | null
}

/** Without HEVC and ProRes: only some devices have a decoder. */
const CODECS_OF_BROWSERS: (string | null)[] = ['avc', 'vp8', 'vp9', 'av1']
/** Sound that browsers play in a film. Firefox plays no PCM of cameras there. */
const SOUND_OF_FILMS: (string | null)[] = ['aac', 'mp3', 'opus', 'vorbis', 'flac']
/** Sound that computers with a licence alone play. */
const SOUND_OF_DISCS: (string | null)[] = ['ac3', 'eac3', 'dts']

/** The HDR transfer curves, with mediabunny's names: that of iPhones, and that of discs. */
const HDR_CURVES = ['hlg', 'pq'] as const
export type HdrCurve = (typeof HDR_CURVES)[number]

/** The HDR transfer curve of a film, from its metadata; null for a film that every display shows correctly. */
export function hdrCurveOf(transfer: unknown): HdrCurve | null {
  return HDR_CURVES.find((curve) => curve === transfer) ?? null
}

/** The maximum size of copies, in landscape or portrait. More is too much for a mobile connection. */
export const FILM_LONGER_SIDE_MAX = 1920
export const FILM_SHORTER_SIDE_MAX = 1080

/** Whether current browsers play it. `sound` is mediabunny's name; null for an unknown codec, undefined without sound. */
export function isPlayableFilm({ codec }: Pick<FilmPicture, 'codec'>, sound?: string | null): boolean {
  return CODECS_OF_BROWSERS.includes(codec) && (sound === undefined || SOUND_OF_FILMS.includes(sound))
}

/** The same of a recording without a picture. */
export function isPlayableSound(codec: string | null | undefined): boolean {
  return !!codec && !SOUND_OF_DISCS.includes(codec)
}

/** The sound of files that browsers of all makers have played for ten years, by the file's extension. */
const SOUND_OF_ALL_BROWSERS: Record<string, string[]> = { m4a: ['aac'], mp3: ['mp3'], wav: ['pcm-s16', 'pcm-u8'] }

/** Whether every browser plays it: some play no WebM and no Ogg, which others record. */
export function isSoundOfAllBrowsers(extension: string, codec: string | null | undefined): boolean {
  return !!codec && (SOUND_OF_ALL_BROWSERS[extension]?.includes(codec) ?? false)
}

/** Whether a film has more pixels than a copy may have. */
export function isLargeFilm({ width, height }: Pick<FilmPicture, 'width' | 'height'>): boolean {
  const [shorter = 0, longer = 0] = [width ?? 0, height ?? 0].sort((one, other) => one - other)
  return longer > FILM_LONGER_SIDE_MAX || shorter > FILM_SHORTER_SIDE_MAX
}

/** The size of the copy of a large film: the same aspect ratio, with even sides, as H.264 requires. */
export function fittedFilm({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)]
  const scale = Math.min(1, FILM_LONGER_SIDE_MAX / longer, FILM_SHORTER_SIDE_MAX / shorter)
  const even = (side: number) => Math.max(2, Math.floor((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
