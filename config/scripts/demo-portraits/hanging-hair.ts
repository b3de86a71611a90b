import type { Sitter } from './sitter'
import { ellipse, group, scallops, shape } from './svg'
import { underHat } from './under-hat'

/** What hangs or is gathered behind the head and shoulders. */
export function drawHairBehind(sitter: Sitter): string {
  const { traits } = sitter
  if (traits.headwear === 'headscarf') return ''
  return underHat(traits, 'behind', BEHIND[traits.hair](sitter))
}

/** What falls over the clothing. */
export function drawHairInFront({ traits, palette }: Sitter): string {
  if (traits.hair !== 'braid') return ''
  return links(palette.hairDark, palette.hair) + shape(RIBBON, palette.accent) + shape(TAIL, palette.hair)
}

const BEHIND = { short: nothing, bald: nothing, braid: nothing, bun: drawBun, long: drawLong, curly: drawCurls }

function nothing(): string {
  return ''
}

function drawBun({ palette }: Sitter): string {
  return shape(ellipse(0, -258, 84, 72), palette.hairDark) + shape(ellipse(-6, -264, 72, 60), palette.hair)
}

function drawLong({ palette }: Sitter): string {
  return shape(
    'M-170 -120C-210 40 -196 240 -226 420C-120 470 120 470 226 420C196 240 210 40 170 -120z',
    palette.hairDark,
  )
}

function drawCurls({ traits, palette }: Sitter): string {
  const outline = traits.headwear === 'none' ? scallops(0, -60, 196, 214, 15) : scallops(0, -30, 172, 160, 13)
  return shape(outline, palette.hairDark)
}

/** Each link is a pair of strands, the right one half a link lower and lying above the next left one. */
function links(shade: string, hair: string): string {
  return Array.from({ length: BRAID_LINKS }, (_, index) => {
    const place = `translate(${-142 - Math.round(Math.sin(index / 3.4) * 30)} ${50 + index * 50}) scale(${0.98 - index * 0.03})`
    return group(
      shape('M4 -8C-42 0 -50 44 -34 72C-8 66 16 40 18 8z', shade) +
        shape('M-4 16C42 22 50 66 34 94C8 90 -16 64 -18 32z', hair),
      `transform="${place}"`,
    )
  }).join('')
}

const BRAID_LINKS = 10
const RIBBON = 'M-186 566C-172 558 -148 558 -134 566L-138 592C-150 586 -170 586 -182 592z'
const TAIL = 'M-182 590C-170 585 -150 585 -138 590C-134 630 -146 660 -162 682C-176 660 -186 630 -182 590z'
