interface FilmWork {
  /** Receives the progress, in whole per cents. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/**
 * A film that every browser plays: the file itself, or a copy that this browser makes. Its chunk is loaded with the first film
 * that is sent, since it is as large as everything else that a page loads. After `signal` aborts, ignore the outcome.
 */
export async function preparedFilm(
  file: File,
  { onProgress, signal }: FilmWork,
): Promise<File | 'for few browsers' | 'not loaded'> {
  try {
    const { prepareFilm } = await import(/* webpackChunkName: "prepare-film" */ './prepare-film')
    return (await prepareFilm(file, { onProgress: inPercents(onProgress), signal })) ?? 'for few browsers'
  } catch {
    return 'not loaded'
  }
}

/** Takes fractions from 0 to 1, and reports each new per cent once. */
function inPercents(report: (percent: number) => void): (part: number) => void {
  let reported = 0
  return (part) => {
    const percent = Math.floor(Math.min(part, 1) * 100)
    if (percent === reported) return
    reported = percent
    report(percent)
  }
}
