/** Films of old cameras, phones and discs, by the endings of their files: no browser plays them. */
const OTHER_FILMS = /\.(avi|wmv|asf|mkv|3gp|3g2|mpg|mpeg|vob|flv|mts|m2ts|divx|rmvb)$/i

/** What to do with a film that browsers do not play; undefined for other files. */
export function adviceOnFilm(fileName: string): string | undefined {
  const ending = OTHER_FILMS.exec(fileName)?.[1]
  if (!ending) return undefined
  return (
    `Файлы ${ending.toUpperCase()} браузеры не показывают. Откройте это видео в бесплатной программе HandBrake, сохраните ` +
    'как MP4 и добавьте снова. Если не получается, попросите помочь кого-нибудь из близких.'
  )
}
