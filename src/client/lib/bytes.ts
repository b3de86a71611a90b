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
