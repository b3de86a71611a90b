import { pick } from './chance'
import type { Sitter } from './sitter'
import { clipped, ellipse, group, line, shape } from './svg'

const PAGE = 'M0 0h1200v1500H0z'
const OVAL = ellipse(600, 750, 546, 696)
const ARCH = 'M110 1500V640C110 330 330 110 600 110s490 220 490 530v860z'

/** Sets the figure, which is drawn around its own middle, into a studio backdrop. */
export function drawBackground(sitter: Sitter, figure: string): string {
  const placed = group(figure, 'transform="translate(600 660) scale(1.17)"')
  return lights(sitter) + pick(sitter.chance('background'), [plain, arch, plain, oval])(sitter, placed)
}

function plain(_sitter: Sitter, figure: string): string {
  return shape(PAGE, 'url(#backdrop)') + shape(PAGE, 'url(#glow)') + figure
}

/** A lighter niche behind the figure. */
function arch({ palette }: Sitter, figure: string): string {
  return shape(PAGE, 'url(#backdrop)') + shape(ARCH, palette.glow, 0.45) + shape(ARCH, 'url(#glow)') + figure
}

/** A card with an oval window, as portraits were mounted a century ago. */
function oval({ palette }: Sitter, figure: string): string {
  const window = shape(PAGE, 'url(#backdrop)') + shape(PAGE, 'url(#glow)') + figure
  return (
    shape(PAGE, palette.linen) +
    clipped('window', OVAL, window) +
    line(OVAL, palette.dusk, 3, 0.7) +
    line(ellipse(600, 750, 564, 714), palette.dusk, 2, 0.4)
  )
}

function lights({ palette, chance }: Sitter): string {
  const side = pick(chance('light'), ['40%', '46%', '34%'])
  return (
    '<defs>' +
    `<linearGradient id="backdrop" x1="0" y1="0" x2="0.3" y2="1"><stop stop-color="${palette.backdrop}"/><stop offset="1" stop-color="${palette.dusk}"/></linearGradient>` +
    `<radialGradient id="glow" cx="${side}" cy="36%" r="62%"><stop stop-color="${palette.glow}"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0"/></radialGradient>` +
    '</defs>'
  )
}
