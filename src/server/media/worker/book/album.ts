import type { Flow } from './flow'
import { AREA } from './paper'
import type { Row } from './rows'

/** Between two photographs on a page, in points. */
const GAP = 22
/** The share of a page's free space that goes above its photographs. */
const SHARE_ABOVE = 0.45

export interface Album {
  /** A photograph with its caption, or a heading. It is not split. */
  add(rows: Row[]): void
  isEmpty(): boolean
  /** Finishes the last page. What follows starts on a new one. */
  close(): void
}

/** Pages of photographs: as many as fit on each, vertically centred; on the first page at the top. */
export function createAlbum(flow: Flow): Album {
  let pages = 0
  let isEmpty = true
  let page: Row[] = []

  function setPage(): void {
    if (page.length === 0) return
    const free = pages === 0 ? 0 : Math.max(0, AREA.height - heightOf(page))
    flow.add([{ above: 0, height: free * SHARE_ABOVE, keepWithNext: true, draw: () => undefined }, ...page])
    flow.turnPage()
    page = []
    pages++
  }

  return {
    add([first, ...others]) {
      if (!first) return
      const isFirst = isEmpty || page.length === 0
      const rows = [{ ...first, above: isFirst ? 0 : Math.max(first.above, GAP) }, ...others]
      if (heightOf([...page, ...rows]) > AREA.height) {
        setPage()
        rows[0] = { ...first, above: 0 }
      }
      page.push(...rows)
      isEmpty = false
    },
    isEmpty: () => isEmpty,
    close: setPage,
  }
}

function heightOf(rows: Row[]): number {
  return rows.reduce((sum, { above, height }) => sum + above + height, 0)
}
