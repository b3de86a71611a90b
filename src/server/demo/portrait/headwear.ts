import { pick } from './chance'
import type { Sitter } from './sitter'
import { ellipse, fur, line, onBothSides, shape } from './svg'

export function drawHeadwear(sitter: Sitter): string {
  return HEADWEAR[sitter.traits.headwear](sitter)
}

const HEADWEAR = {
  none: () => '',
  headscarf: drawHeadscarf,
  cap: drawCap,
  hat: (sitter: Sitter) => (sitter.traits.figure === 'woman' ? drawCloche(sitter) : drawFedora(sitter)),
  'military-cap': (sitter: Sitter) => (sitter.traits.figure === 'woman' ? drawSideCap(sitter) : drawPeakedCap(sitter)),
  'fur-hat': (sitter: Sitter) => (sitter.traits.figure === 'woman' ? drawFurToque(sitter) : drawUshanka(sitter)),
}

const SCARF_EDGE =
  'M0 -152C-80 -152 -126 -100 -128 -10C-130 90 -90 190 0 226C90 190 130 90 128 -10C126 -100 80 -152 0 -152z'
const SCARF =
  'M0 -268C112 -268 184 -190 186 -60C186 40 178 110 186 190C150 260 60 300 0 300S-150 260 -186 190C-178 110 -186 40 -186 -60C-184 -190 -112 -268 0 -268z'
const SCARF_SHADE =
  'M60 -250C150 -230 184 -160 186 -60C186 40 178 110 186 190C150 260 60 300 0 300C110 240 150 120 150 -20C150 -120 130 -200 60 -250z'

/** Tied under the chin, its ends over the chest. */
function drawHeadscarf({ palette, chance }: Sitter): string {
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

function drawCap({ palette }: Sitter): string {
  return (
    shape(
      'M-186 -118C-226 -190 -150 -290 10 -292C160 -292 222 -196 186 -118C110 -156 -110 -156 -186 -118z',
      palette.clothLight,
    ) +
    shape('M60 -286C180 -270 218 -186 186 -118C160 -132 130 -140 100 -144C130 -190 120 -250 60 -286z', palette.cloth) +
    shape('M-162 -128C-100 -164 100 -164 162 -128C140 -84 70 -74 0 -74S-140 -84 -162 -128z', palette.clothDark)
  )
}

function drawFedora({ palette }: Sitter): string {
  return (
    shape(
      'M-150 -120C-156 -230 -130 -312 -76 -316C-46 -318 -24 -300 0 -300S46 -318 76 -316C130 -312 156 -230 150 -120z',
      palette.clothLight,
    ) +
    shape('M0 -300C24 -300 46 -318 76 -316C130 -312 156 -230 150 -120H40C70 -180 60 -260 0 -300z', palette.cloth) +
    shape('M-154 -180C-80 -200 80 -200 154 -180L152 -126C80 -146 -80 -146 -152 -126z', palette.clothDark) +
    shape(
      'M-270 -128C-200 -110 -160 -150 0 -150S200 -110 270 -128C230 -80 120 -78 0 -78S-230 -80 -270 -128z',
      palette.clothLight,
    )
  )
}

function drawCloche({ palette }: Sitter): string {
  return (
    shape('M-176 -84C-190 -220 -110 -286 0 -286S190 -220 176 -84C100 -120 -100 -120 -176 -84z', palette.accent) +
    shape('M-180 -128C-100 -164 100 -164 180 -128L176 -84C100 -120 -100 -120 -176 -84z', palette.accentDark) +
    shape('M-206 -70C-120 -128 120 -128 206 -70C180 -58 100 -84 0 -84S-180 -58 -206 -70z', palette.accentLight)
  )
}

/** No badge: the drawing belongs to no army. */
function drawPeakedCap({ palette }: Sitter): string {
  return (
    shape(
      'M-224 -236C-160 -310 160 -310 224 -236C226 -200 180 -178 156 -158H-156C-180 -178 -226 -200 -224 -236z',
      palette.clothLight,
    ) +
    shape('M-158 -184C-80 -206 80 -206 158 -184L156 -112C80 -136 -80 -136 -156 -112z', palette.accentDark) +
    shape('M-154 -122C-80 -148 80 -148 154 -122C136 -72 70 -66 0 -66S-136 -72 -154 -122z', palette.clothDark) +
    line('M-150 -124C-80 -148 80 -148 150 -124', palette.linenShade, 6, 0.6)
  )
}

function drawSideCap({ palette }: Sitter): string {
  return (
    shape(
      'M-170 -112C-154 -210 -60 -282 40 -294C112 -276 164 -206 176 -124C100 -152 -80 -146 -170 -112z',
      palette.clothLight,
    ) + shape('M-176 -104C-146 -176 60 -206 180 -184L182 -118C100 -150 -80 -144 -176 -104z', palette.cloth)
  )
}

function drawUshanka({ palette }: Sitter): string {
  return (
    shape('M-176 -140C-190 -340 190 -340 176 -140z', palette.cloth) +
    line('M0 -290V-200', palette.clothDark, 5, 0.7) +
    onBothSides(
      fur(
        'M-138 -70C-170 -52 -196 -66 -196 -110C-198 -170 -192 -230 -164 -262C-130 -250 -122 -150 -138 -70z',
        palette.furDark,
      ),
    ) +
    fur(
      'M-150 -116C-158 -160 -154 -206 -132 -226C-60 -246 60 -246 132 -226C154 -206 158 -160 150 -116C80 -142 -80 -142 -150 -116z',
      palette.fur,
    ) +
    drawTufts(palette.furDark)
  )
}

function drawFurToque({ palette }: Sitter): string {
  return (
    fur(
      'M-178 -104C-202 -170 -186 -268 -120 -290C-60 -306 60 -306 120 -290C186 -268 202 -170 178 -104C100 -140 -100 -140 -178 -104z',
      palette.fur,
    ) + drawTufts(palette.furDark)
  )
}

function drawTufts(colour: string): string {
  return line(
    'M-96 -196l-8 22M-40 -212l-4 24M22 -208l2 24M84 -200l8 22M-66 -164l-6 20M-8 -172v22M54 -168l5 20M112 -164l8 18M-120 -156l-8 16',
    colour,
    6,
    0.55,
  )
}
