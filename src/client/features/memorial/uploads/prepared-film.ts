interface FilmWork {
  /** Told how much of the film is ready, in whole per cents. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/**
 * A film that every browser plays: the file itself, or a copy that this browser makes. The program for it is loaded with the
 * first film that is sent, since it is as large as all else that a page loads. After `signal` the outcome means nothing.
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

/** Takes parts from 0 to 1, and reports per cents that differ. */
function inPercents(report: (percent: number) => void): (part: number) => void {
  let reported = 0
  return (part) => {
    const percent = Math.floor(Math.min(part, 1) * 100)
    if (percent === reported) return
    reported = percent
    report(percent)
  }
}
