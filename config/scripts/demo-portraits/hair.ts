import { pick } from './chance'
import type { Sitter } from './sitter'
import { ellipse, line, onBothSides, shape } from './svg'
import { underHat } from './under-hat'

export function drawHairOnHead(sitter: Sitter): string {
  const { traits, palette } = sitter
  if (traits.headwear === 'headscarf') return shape(UNDER_SCARF, palette.hair)
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
  const beside = CURLS_BESIDE.map(([x, y]) => ellipse(x, y, 36, 36))
  const above = traits.headwear === 'none' ? CURLS_ABOVE.map(([x, y]) => ellipse(x, y, 46, 44)) : []
  return [...above, ...beside].map((curl) => onBothSides(shape(curl, palette.hair))).join('')
}

const CROPPED = [
  'M-158 26C-176 -100 -160 -258 -10 -262C150 -266 178 -110 158 26L142 22C140 -30 134 -70 116 -96C90 -112 60 -116 20 -128C-20 -138 -40 -150 -60 -168C-70 -130 -90 -110 -118 -92C-134 -66 -140 -30 -142 22z',
  'M-158 26C-176 -100 -164 -256 0 -260C164 -256 176 -100 158 26L142 22C140 -30 136 -66 122 -104C90 -138 40 -150 0 -148S-90 -138 -122 -104C-136 -66 -140 -30 -142 22z',
] as const
const RECEDING =
  'M-158 26C-174 -90 -160 -240 0 -244C160 -240 174 -90 158 26L142 22C140 -30 138 -60 124 -100C110 -150 84 -176 54 -182C36 -170 -36 -170 -54 -182C-84 -176 -110 -150 -124 -100C-138 -60 -140 -30 -142 22z'
const UNDER_SCARF =
  'M-132 -40C-140 -150 -80 -180 0 -180S140 -150 132 -40C116 -104 60 -124 0 -132C-60 -124 -116 -104 -132 -40z'
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
