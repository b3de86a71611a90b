import { pick } from './chance'
import type { Sitter } from './sitter'
import { ellipse, line, onBothSides, shape } from './svg'

/** Tied under the chin, its ends over the chest. */
export function drawHeadscarf({ palette, chance }: Sitter): string {
  const { base, shade, edge } = pick(chance('scarf'), [
    { base: palette.accent, shade: palette.accentDark, edge: palette.accentLight },
    { base: palette.linen, shade: palette.linenShade, edge: palette.accentLight },
  ])
  return (
    `<path d="${SCARF}${SCARF_EDGE}" fill="${base}" fill-rule="evenodd"/>` +
    shape(SCARF_SHADE, shade, 0.55) +
    line(SCARF_EDGE, edge, 13) +
    onBothSides(line('M-20 252C-106 204 -154 110 -156 -20M-26 270C-100 250 -146 214 -168 166', shade, 6, 0.8)) +
    shape('M-14 262C-60 300 -110 380 -116 450C-90 440 -60 446 -40 430C-30 380 -10 320 8 276z', base) +
    shape('M14 262C50 300 96 370 110 436C84 430 60 440 36 428C24 380 10 320 -6 276z', shade) +
    line('M-116 450C-90 440 -60 446 -40 430M110 436C84 430 60 440 36 428', edge, 9) +
    shape(ellipse(0, 262, 32, 26), base) +
    line('M-12 246C-4 256 -4 268 -10 280', shade, 5)
  )
}

const SCARF_EDGE =
  'M0 -152C-80 -152 -126 -100 -128 -10C-130 90 -90 190 0 226C90 190 130 90 128 -10C126 -100 80 -152 0 -152z'
const SCARF =
  'M0 -268C112 -268 184 -190 186 -60C186 40 178 110 186 190C150 260 60 300 0 300S-150 260 -186 190C-178 110 -186 40 -186 -60C-184 -190 -112 -268 0 -268z'
const SCARF_SHADE =
  'M60 -250C150 -230 184 -160 186 -60C186 40 178 110 186 190C150 260 60 300 0 300C110 240 150 120 150 -20C150 -120 130 -200 60 -250z'
