const DAY = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' })
const TIME = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' })

/** An instant in the reader's own time zone: «23 ноября 2026 в 14:05». */
export function momentInWords(instant: string): string {
  const date = new Date(instant)
  return `${DAY.format(date).replace(/.г\.$/, '')} в ${TIME.format(date)}`
}

/** Only the time of the day: «14:05». */
export function timeInWords(instant: string): string {
  return TIME.format(new Date(instant))
}
