const MB = 1024 ** 2

/** A size in whole megabytes, rounded up so that a small file is never 0: 1 МБ. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / MB)} МБ`
}

/** Free space in whole megabytes, rounded down so that it never promises too much. */
export function freeMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MB)} МБ`
}
