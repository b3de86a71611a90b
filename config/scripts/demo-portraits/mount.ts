import { type Cutting, ellipse } from './cutting'
import type { Palette } from './palette'

const WIDTH = 1200
const HEIGHT = 1500
/** More room below than above, as on a cabinet card; and a card in a list, which cuts portraits lower, shows it whole. */
const OVAL = { x: 600, y: 664, rx: 396, ry: 503 }

/** Lays the silhouette on an oval of light paper, and the oval on a calm ground. A complete SVG. */
export function mount(silhouette: Cutting, palette: Palette, placing: string): string {
  const { x, y, rx, ry } = OVAL
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    '<defs>',
    `<radialGradient id="ground" cy="44%" r="76%"><stop stop-color="${palette.ground}"/><stop offset="1" stop-color="${palette.groundDark}"/></radialGradient>`,
    `<radialGradient id="paper" cx="44%" cy="38%" r="70%"><stop stop-color="${palette.paper}"/><stop offset="1" stop-color="${palette.paperShade}"/></radialGradient>`,
    '<filter id="blur" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="16"/></filter>',
    '<filter id="lift" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="5"/></filter>',
    `<mask id="silhouette" maskUnits="userSpaceOnUse" x="-600" y="-500" width="1200" height="1400">${silhouette}</mask>`,
    `<path id="cutting" d="M-600 -500H600V900H-600z" fill="${palette.ink}"/>`,
    '</defs>',
    `<path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="url(#ground)"/>`,
    `<path d="${ellipse(x, y + 14, rx, ry)}" fill="${palette.ink}" opacity="0.3" filter="url(#blur)"/>`,
    `<path d="${ellipse(x, y, rx, ry)}" fill="url(#paper)"/>`,
    `<path d="${ellipse(x, y, rx - 20, ry - 20)}" fill="none" stroke="${palette.ink}" stroke-width="2" opacity="0.25"/>`,
    `<g transform="${placing}">`,
    '<g opacity="0.32" filter="url(#lift)" transform="translate(4 9)"><use href="#cutting" mask="url(#silhouette)"/></g>',
    '<use href="#cutting" mask="url(#silhouette)"/>',
    '</g></svg>',
  ].join('')
}
