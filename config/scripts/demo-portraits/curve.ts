/** A point of an outline; the outline turns sharply at a corner and runs smoothly through every other point. */
export type Point = readonly [x: number, y: number, kind?: 'corner']

/** Points as they are written in a drawing: '10,-20 30,0! 5,40', where ! marks a corner. */
export type Points = readonly Point[] | string

/** A closed path through all points. */
export function outline(drawn: Points): string {
  const points = read(drawn)
  const corner = points.findIndex(isCorner)
  if (corner < 0) return `${through(points, 'closed')}z`
  const ring = [...points.slice(corner), ...points.slice(0, corner + 1)]
  return `${runsOf(ring)
    .map((run, index) => through(run, index === 0 ? 'open' : 'continued'))
    .join('')}z`
}

/** A narrow cut that is widest in its middle and ends in points. It follows the given points. */
export function slit(drawn: Points, width: number): string {
  const points = read(drawn)
  const edge = (side: 1 | -1) =>
    points.map(([x, y], index): Point => {
      const [beforeX, beforeY] = points[Math.max(0, index - 1)] ?? [x, y]
      const [afterX, afterY] = points[Math.min(points.length - 1, index + 1)] ?? [x, y]
      const length = Math.hypot(afterX - beforeX, afterY - beforeY) || 1
      const half = (side * width * Math.sin((Math.PI * index) / (points.length - 1))) / 2
      return [x - ((afterY - beforeY) / length) * half, y + ((afterX - beforeX) / length) * half]
    })
  const back = edge(-1).reverse()
  return `${through(edge(1), 'open')}${through(back, 'continued')}z`
}

export function read(points: Points): readonly Point[] {
  if (typeof points !== 'string') return points
  return points.split(' ').map((point): Point => {
    const [x = 0, y = 0] = point.replace('!', '').split(',').map(Number)
    return point.endsWith('!') ? [x, y, 'corner'] : [x, y]
  })
}

function isCorner([, , kind]: Point): boolean {
  return kind === 'corner'
}

/** The stretches between corners; each begins with the corner that ended the one before. */
function runsOf(ring: readonly Point[]): Point[][] {
  const runs: Point[][] = []
  let run: Point[] = []
  for (const point of ring) {
    run.push(point)
    if (!isCorner(point) || run.length === 1) continue
    runs.push(run)
    run = [point]
  }
  return runs
}

/** A Catmull-Rom spline as Bézier curves; chords of unequal length do not make it overshoot. */
function through(points: readonly Point[], end: 'open' | 'closed' | 'continued'): string {
  const at = (index: number): Point => {
    const wrapped = end === 'closed' ? (index + points.length) % points.length : index
    return points[Math.min(Math.max(wrapped, 0), points.length - 1)] ?? [0, 0]
  }
  const curves = Array.from({ length: end === 'closed' ? points.length : points.length - 1 }, (_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    return `C${coordinates(handle(before, from, to))} ${coordinates(handle(after, to, from))} ${coordinates(to)}`
  })
  return `${end === 'continued' ? 'L' : 'M'}${coordinates(at(0))}${curves.join('')}`
}

/** Where the Bézier handle of `from` towards `to` lies, for a centripetal spline. */
function handle(before: Point, from: Point, to: Point): Point {
  const near = Math.sqrt(distance(before, from))
  const far = Math.sqrt(distance(from, to))
  if (near === 0 || far === 0) return [from[0] + (to[0] - from[0]) / 3, from[1] + (to[1] - from[1]) / 3]
  const axis = (which: 0 | 1) =>
    (near * near * to[which] -
      far * far * before[which] +
      (2 * near * near + 3 * near * far + far * far) * from[which]) /
    (3 * near * (near + far))
  return [axis(0), axis(1)]
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}

function coordinates([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
