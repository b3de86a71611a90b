import type { Sitter } from './sitter'
import { fur, line, onBothSides, shape } from './svg'

export function drawUshanka({ palette }: Sitter): string {
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

export function drawFurToque({ palette }: Sitter): string {
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
