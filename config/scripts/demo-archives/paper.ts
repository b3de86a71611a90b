import { ellipse } from '../demo-portraits/cutting'
import { outline, type Points } from '../demo-portraits/curve'

/** A picture of coloured paper, as a complete SVG: every sheet throws a soft shadow on what lies below it. */
export function scene(
  { width, height, ground }: { width: number; height: number; ground: string },
  ...parts: string[]
) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    '<filter id="lift" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur in="SourceAlpha" stdDeviation="5"/>',
    '<feOffset dx="2" dy="5"/><feComponentTransfer><feFuncA type="linear" slope="0.28"/></feComponentTransfer>',
    '<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>',
    `<path d="M0 0h${width}v${height}H0z" fill="${ground}"/>`,
    ...parts,
    '</svg>',
  ].join('')
}

/** Shapes of one colour, cut from one sheet. */
export function sheet(fill: string, ...outlines: string[]): string {
  return `<path d="${outlines.join('')}" fill="${fill}" filter="url(#lift)"/>`
}

/** Shapes that lie flat on what is below, without a shadow. */
export function flat(fill: string, ...outlines: string[]): string {
  return `<path d="${outlines.join('')}" fill="${fill}"/>`
}

export function faint(fill: string, opacity: number, ...outlines: string[]): string {
  return `<path d="${outlines.join('')}" fill="${fill}" opacity="${opacity}"/>`
}

export function thread(stroke: string, width: number, d: string): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function at(x: number, y: number, drawing: string, { scale = 1, turn = 0, mirrored = false } = {}): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${mirrored ? -scale : scale} ${scale})">${drawing}</g>`
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

export function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

export function disc(x: number, y: number, radius: number): string {
  return ellipse(x, y, radius, radius)
}

/** Land below a line of points; `bottom` is the lower edge of the picture. */
export function land(line: string, width: number, bottom: number): string {
  return outline(`${line} ${width + 40},${bottom + 20}! -40,${bottom + 20}!`)
}

export const shape = (points: Points) => outline(points)
export { ellipse }
