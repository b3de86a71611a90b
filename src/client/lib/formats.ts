const KB = 1024
const MB = KB ** 2

/** A size in whole megabytes, rounded up so that a small file is never 0: 1 МБ. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / MB)} МБ`
}

/** The size of a file that may be small: 17 КБ, 3 МБ. */
export function fileSize(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / KB)} КБ` : megabytes(bytes)
}

/** Free space in whole megabytes, rounded down so that it never promises too much. */
export function freeMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MB)} МБ`
}

/** Prevents a line break between the number and the unit. */
export function onOneLine(size: string): string {
  return size.replace(' ', '\u00a0')
}

/** By the number of digits for kopecks; made when first needed, since a weak phone takes its time for it. */
const formats = new Map<number, Intl.NumberFormat>()

/** A price as people write it: 2 490 ₽, and 99,50 ₽ where there are kopecks. */
export function rubles(price: number): string {
  const kopeckDigits = Number.isInteger(price) ? 0 : 2
  const format = formats.get(kopeckDigits) ?? rubleFormat(kopeckDigits)
  formats.set(kopeckDigits, format)
  return format.format(price)
}

function rubleFormat(kopeckDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('ru-RU', {
    style: 'currency',
    currency: 'RUB',
    minimumFractionDigits: kopeckDigits,
    maximumFractionDigits: kopeckDigits,
  })
}

const MINUTE = 60
const HOUR = 3600

/** Seconds in the format of media players: «0:34», «12:05», «1:02:05». */
export function playingTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor((whole % HOUR) / MINUTE)
  const rest = twoDigits(whole % MINUTE)
  return whole < HOUR ? `${minutes}:${rest}` : `${Math.floor(whole / HOUR)}:${twoDigits(minutes)}:${rest}`
}

/** Made when first needed: on a weak phone the two of them take longer than all other modules of a page. */
let moments: { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat } | undefined

function readersFormats() {
  moments ??= {
    day: new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' }),
    time: new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' }),
  }
  return moments
}

/** An instant in the reader's own time zone: «23 ноября 2026 в 14:05». */
export function momentInWords(instant: string): string {
  const { day } = readersFormats()
  return `${day.format(new Date(instant)).replace(/.г\.$/, '')} в ${timeInWords(instant)}`
}

/** Only the time of the day: «14:05». */
function timeInWords(instant: string): string {
  return readersFormats().time.format(new Date(instant))
}
