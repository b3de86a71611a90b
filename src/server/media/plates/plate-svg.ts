import type { PathCommand } from 'fontkit'
import { escapeXml } from '../../lib/xml'
import type { Plate } from './plate'

const HUNDREDTHS = 100
const LETTERS: Record<PathCommand['command'], string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

/** Background and ink of each tone. */
export const PLATE_COLOURS = { dark: ['#fff', '#000'], light: ['#000', '#fff'] } as const

/**
 * The plate in millimetres. A drawing unit is a hundredth of a millimetre; letters are outlines, so no font is needed.
 */
export function plateSvg({ width, height, tone, code, letters }: Plate, title: string): string {
  const [ground, ink] = PLATE_COLOURS[tone]
  const words = letters.length > 0 ? `<path id="words" fill="${ink}" d="${pathOf(letters)}"/>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width / HUNDREDTHS}mm" height="${height / HUNDREDTHS}mm" viewBox="0 0 ${width} ${height}">
<title>${escapeXml(title)}</title>
<rect id="ground" width="${width}" height="${height}" fill="${ground}"/>
<path id="code" fill="${ink}" fill-rule="evenodd" d="${code}"/>${words}
</svg>
`
}

/** SVG path data, to a thousandth of a millimetre. */
export function pathOf(outlines: PathCommand[]): string {
  return outlines.map(({ command, args }) => LETTERS[command] + args.map(rounded).join(' ')).join('')
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
