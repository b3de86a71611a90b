/** The modules of a QR code: whether there is one at a row and a column. Always false outside the code. */
export interface Modules {
  size: number
  has: (row: number, column: number) => boolean
}

/** Right, down, left, up: a contour has its modules on its right-hand side. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const
const TURNS = [1, 0, 3] as const

/**
 * The contours around connected modules, as SVG path data. Machines that cut or engrave along lines need one line
 * around each shape, not adjacent squares. `side` is the size of a module, `margin` the distance to the first one.
 */
export function outlineOf(modules: Modules, side: number, margin: number): string {
  const edges = edgesOf(modules)
  const contours: string[] = []
  const at = (place: number) => margin + place * side

  for (const first of edges) {
    let [x, y, direction] = partsOf(first)
    let path = `M${at(x)} ${at(y)}`
    for (let key: string | undefined = first; key !== undefined;) {
      edges.delete(key)
      const [stepX, stepY] = STEPS[direction] as (typeof STEPS)[number]
      x += stepX
      y += stepY
      const turn = TURNS.find((each) => edges.has(keyOf(x, y, (direction + each) % 4)))
      if (turn !== 0 && turn !== undefined) path += stepX === 0 ? `V${at(y)}` : `H${at(x)}`
      if (turn !== undefined) direction = (direction + turn) % 4
      key = turn === undefined ? undefined : keyOf(x, y, direction)
    }
    contours.push(`${path}Z`)
  }
  return contours.join('')
}

/** The sides of modules that border on an empty cell, by where they start and their direction. */
function edgesOf({ size, has }: Modules): Set<string> {
  const edges = new Set<string>()
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!has(row, column)) continue
      if (!has(row - 1, column)) edges.add(keyOf(column, row, 0))
      if (!has(row, column + 1)) edges.add(keyOf(column + 1, row, 1))
      if (!has(row + 1, column)) edges.add(keyOf(column + 1, row + 1, 2))
      if (!has(row, column - 1)) edges.add(keyOf(column, row + 1, 3))
    }
  }
  return edges
}

function keyOf(x: number, y: number, direction: number): string {
  return `${x} ${y} ${direction}`
}

function partsOf(key: string): [x: number, y: number, direction: number] {
  return key.split(' ').map(Number) as [number, number, number]
}
