/** Rows per statement. */
const ROWS_AT_A_TIME = 500

export function* inPieces<T>(rows: T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_A_TIME) yield rows.slice(from, from + ROWS_AT_A_TIME)
}
