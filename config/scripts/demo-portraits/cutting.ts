/**
 * A silhouette in the making, as SVG: white is the dark paper, black is what is cut out of it. What comes later lies above:
 * a hat covers the cuts that were made for the hair.
 */
export type Cutting = string

/** Dark paper with these outlines, as path data. */
export function paper(...outlines: string[]): Cutting {
  return outlines.map((d) => `<path d="${d}" fill="#fff"/>`).join('')
}

/** Cuts with these outlines, as path data. */
export function cut(...outlines: string[]): Cutting {
  return outlines.map((d) => `<path d="${d}" fill="#000"/>`).join('')
}

/** A cut of one width along an open path. */
export function cutLine(d: string, width: number): Cutting {
  return `<path d="${d}" fill="none" stroke="#000" stroke-width="${width}" stroke-linecap="round"/>`
}

export function moved(cutting: Cutting, transform: string): Cutting {
  return `<g transform="${transform}">${cutting}</g>`
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0z`
}
