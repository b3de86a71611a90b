const WIDTH = 1200
const HEIGHT = 1500

export function page(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`
}

export function shape(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
}

export function line(d: string, stroke: string, width: number, opacity = 1): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${
    opacity < 1 ? ` opacity="${opacity}"` : ''
  }/>`
}

export function group(content: string, attributes: string): string {
  return content && `<g ${attributes}>${content}</g>`
}

/** Cuts the content along a path. The id must be unique in the drawing. */
export function clipped(id: string, d: string, content: string): string {
  return content && `<clipPath id="${id}"><path d="${d}"/></clipPath>${group(content, `clip-path="url(#${id})"`)}`
}

/** Draws the content and its reflection in the middle line. */
export function onBothSides(content: string): string {
  return content + group(content, 'transform="scale(-1 1)"')
}

export type Point = readonly [x: number, y: number]

/** A path that follows Bézier points down the right side, crosses over, and comes up their reflection on the left. */
export function symmetrical(right: readonly Point[]): string {
  const left = right.map(([x, y]): Point => [-x, y]).reverse()
  const [start, ...down] = right.map(coordinates)
  const [across, ...up] = left.map(coordinates)
  return `M${start}C${down.join(' ')}L${across}C${up.join(' ')}`
}

function coordinates([x, y]: Point): string {
  return `${Math.round(x)} ${Math.round(y)}`
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0z`
}

/** A row of curls: an ellipse with a scalloped edge. */
export function scallops(x: number, y: number, rx: number, ry: number, count: number): string {
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI
    return coordinates([x + rx * Math.cos(angle), y + ry * Math.sin(angle)])
  })
  const radius = Math.round(((rx + ry) / 2) * Math.sin(Math.PI / count) * 1.15)
  return `M${points.at(-1)}${points.map((point) => `A${radius} ${radius} 0 0 1 ${point}`).join('')}z`
}

/** A shape whose edge stands in small tufts. */
export function fur(d: string, fill: string): string {
  return (
    shape(d, fill) +
    `<path d="${d}" fill="none" stroke="${fill}" stroke-width="20" stroke-linecap="round" stroke-dasharray="1 15"/>`
  )
}
