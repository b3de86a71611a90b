import { pick } from './chance'
import type { PortraitTraits, Sitter } from './sitter'
import { clipped, ellipse, group, line, onBothSides, scallops, shape } from './svg'

const HAT_LINE = -105
const SIDE_CAP_LINE = -160

const CROPPED = [
  'M-158 26C-176 -100 -160 -258 -10 -262C150 -266 178 -110 158 26L142 22C140 -30 134 -70 116 -96C90 -112 60 -116 20 -128C-20 -138 -40 -150 -60 -168C-70 -130 -90 -110 -118 -92C-134 -66 -140 -30 -142 22z',
  'M-158 26C-176 -100 -164 -256 0 -260C164 -256 176 -100 158 26L142 22C140 -30 136 -66 122 -104C90 -138 40 -150 0 -148S-90 -138 -122 -104C-136 -66 -140 -30 -142 22z',
] as const
const RECEDING =
  'M-158 26C-174 -90 -160 -240 0 -244C160 -240 174 -90 158 26L142 22C140 -30 138 -60 124 -100C110 -150 84 -176 54 -182C36 -170 -36 -170 -54 -182C-84 -176 -110 -150 -124 -100C-138 -60 -140 -30 -142 22z'
const FRINGE = 'M-146 -90C-166 -60 -168 -10 -158 40L-140 36C-140 0 -140 -50 -138 -96z'
const BOB =
  'M-140 130C-190 120 -200 -20 -182 -110C-160 -220 -90 -268 0 -268S160 -220 182 -110C200 -20 190 120 140 130C128 70 140 -10 122 -70C90 -96 20 -120 -50 -160C-70 -110 -110 -90 -124 -60C-138 -10 -128 70 -140 130z'
const SWEPT =
  'M-150 60C-186 20 -184 -110 -150 -180C-120 -238 -60 -258 0 -258S120 -238 150 -180C184 -110 186 20 150 60C138 20 140 -30 124 -66C100 -112 50 -130 0 -166C-50 -130 -100 -112 -124 -66C-140 -30 -138 20 -150 60z'

const CURLS_ABOVE = [
  [0, -206],
  [58, -196],
  [112, -168],
  [150, -110],
] as const
const CURLS_BESIDE = [
  [162, -66],
  [170, -16],
  [160, 32],
] as const
const BRAID_LINKS = 10
const RIBBON = 'M-186 566C-172 558 -148 558 -134 566L-138 592C-150 586 -170 586 -182 592z'
const TAIL = 'M-182 590C-170 585 -150 585 -138 590C-134 630 -146 660 -162 682C-176 660 -186 630 -182 590z'

/** What hangs or is gathered behind the head and shoulders. */
export function drawHairBehind({ traits, palette }: Sitter): string {
  if (traits.headwear === 'headscarf') return ''
  const behind = {
    short: '',
    bald: '',
    braid: '',
    bun: shape(ellipse(0, -258, 84, 72), palette.hairDark) + shape(ellipse(-6, -264, 72, 60), palette.hair),
    long: shape(
      'M-170 -120C-210 40 -196 240 -226 420C-120 470 120 470 226 420C196 240 210 40 170 -120z',
      palette.hairDark,
    ),
    curly: shape(
      traits.headwear === 'none' ? scallops(0, -60, 196, 214, 15) : scallops(0, -30, 172, 160, 13),
      palette.hairDark,
    ),
  }[traits.hair]
  return underHat(traits, 'behind', behind)
}

/** What falls over the clothing. */
export function drawHairInFront({ traits, palette }: Sitter): string {
  if (traits.hair !== 'braid') return ''
  return drawBraid(palette.hair, palette.hairDark, palette.accent)
}

export function drawHairOnHead(sitter: Sitter): string {
  const { traits } = sitter
  if (traits.headwear === 'headscarf')
    return shape(
      'M-132 -40C-140 -150 -80 -180 0 -180S140 -150 132 -40C116 -104 60 -124 0 -132C-60 -124 -116 -104 -132 -40z',
      sitter.palette.hair,
    )
  return underHat(traits, 'on-head', HAIRCUTS[traits.hair](sitter))
}

const HAIRCUTS = {
  short: (sitter: Sitter) => (sitter.traits.figure === 'woman' ? drawBob(sitter) : drawCropped(sitter)),
  bald: drawBald,
  bun: drawSwept,
  braid: drawSwept,
  long: drawSwept,
  curly: drawCurly,
}

/** A shaven head keeps a trace of hair, or it would look like an egg. */
function drawBald({ traits, palette }: Sitter): string {
  if (traits.figure === 'woman' || traits.age === 'young') return shape(CROPPED[1], palette.hair, 0.22)
  return onBothSides(shape(FRINGE, palette.hair))
}

function drawCropped({ traits, palette, chance }: Sitter): string {
  const outline = traits.age === 'old' ? RECEDING : pick(chance('haircut'), CROPPED)
  return shape(outline, palette.hair)
}

function drawBob({ palette }: Sitter): string {
  return shape(BOB, palette.hair) + line('M-54 -164C-20 -214 70 -236 130 -180', palette.hairLight, 7, 0.5)
}

function drawSwept({ palette }: Sitter): string {
  return (
    shape(SWEPT, palette.hair) +
    onBothSides(line('M-8 -180C-70 -170 -130 -130 -150 -60', palette.hairLight, 6, 0.45)) +
    line('M0 -168V-250', palette.hairDark, 5, 0.5)
  )
}

function drawCurly({ traits, palette }: Sitter): string {
  const curls = traits.headwear === 'none' ? [...CURLS_ABOVE, ...CURLS_BESIDE] : CURLS_BESIDE
  return curls
    .map(([x, y]) => onBothSides(shape(ellipse(x, y, y < -90 ? 46 : 36, y < -90 ? 44 : 36), palette.hair)))
    .join('')
}

function drawBraid(hair: string, shade: string, ribbon: string): string {
  return links(shade, hair) + shape(RIBBON, ribbon) + shape(TAIL, hair)
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

/** A hat hides what would stand above its rim; a woman's side cap sits higher than the rest. */
function underHat({ headwear, figure }: PortraitTraits, id: string, hair: string): string {
  if (headwear === 'none') return hair
  const rim = headwear === 'military-cap' && figure === 'woman' ? SIDE_CAP_LINE : HAT_LINE
  return clipped(id, `M-600 ${rim}H600V900H-600z`, hair)
}
