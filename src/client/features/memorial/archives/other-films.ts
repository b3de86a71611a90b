/** The extensions of films of old cameras, phones and discs: no browser plays them. */
export const OTHER_FILMS = [
  ...['avi', 'wmv', 'asf', 'mkv', '3gp', '3g2', 'mpg', 'mpeg', 'vob', 'flv', 'mts', 'm2ts', 'mod', 'tod', 'dv', 'divx'],
  ...['rm', 'rmvb', 'ogv'],
]

/** Advice for a film that browsers do not play; undefined for other files. */
export function adviceOnFilm(fileName: string): string | undefined {
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? ''
  if (!OTHER_FILMS.includes(ending)) return undefined
  return (
    `Файлы ${ending.toUpperCase()} браузеры не показывают. Откройте это видео в бесплатной программе HandBrake, сохраните ` +
    'как MP4 и добавьте снова. Если не получается, попросите помочь кого-нибудь из близких.'
  )
}
