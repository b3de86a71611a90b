/** Made when first needed: on a weak phone the two of them take longer than all other modules of a page. */
let formats: { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat } | undefined

function readersFormats() {
  formats ??= {
    day: new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' }),
    time: new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' }),
  }
  return formats
}

/** An instant in the reader's own time zone: «23 ноября 2026 в 14:05». */
export function momentInWords(instant: string): string {
  const { day } = readersFormats()
  return `${day.format(new Date(instant)).replace(/.г\.$/, '')} в ${timeInWords(instant)}`
}

/** Only the time of the day: «14:05». */
export function timeInWords(instant: string): string {
  return readersFormats().time.format(new Date(instant))
}
