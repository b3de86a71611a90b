/** Columns padded to their widest value, under headings; one line of text when there are no rows. */
export function table(headings: string[], rows: (string | number)[][]): string[] {
  if (rows.length === 0) return ['There are none.']
  const texts = [headings, ...rows.map((row) => row.map(String))]
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  return texts.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
