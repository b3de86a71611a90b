import type { Sitter } from './sitter'
import { clipped, ellipse, fur, group, line, onBothSides, shape } from './svg'
import { drawTorso, torsoOutline } from './torso'

export function drawBlouse(sitter: Sitter): string {
  const { palette } = sitter
  return (
    drawTorso(sitter, palette.cloth, palette.clothDark) +
    onBothSides(
      shape('M-84 280C-110 320 -140 340 -172 352C-170 410 -90 450 0 400V352C-40 340 -70 320 -84 280z', palette.linen),
    ) +
    line('M0 400V900', palette.clothDark, 4, 0.7) +
    drawBrooch(sitter, 396)
  )
}

export function drawDress(sitter: Sitter): string {
  const { palette } = sitter
  return (
    shape(torsoOutline(sitter), palette.skin) +
    clipped(
      'neckline',
      'M-600 200H-160V340L0 560L160 340V200H600V900H-600z',
      drawTorso(sitter, palette.cloth, palette.clothDark),
    ) +
    line('M-160 350L0 560L160 350', palette.linen, 14)
  )
}

export function drawCardigan(sitter: Sitter): string {
  const { palette } = sitter
  return (
    drawTorso(sitter, palette.cloth, palette.clothDark) +
    shape(
      'M-86 270C-110 320 -140 340 -170 352L0 640L170 352C140 340 110 320 86 270C50 320 -50 320 -86 270z',
      palette.linen,
    ) +
    line('M-56 330C-20 362 20 362 56 330', palette.linenShade, 5) +
    onBothSides(
      shape(
        'M-86 266C-116 330 -150 345 -180 350C-160 460 -90 590 0 670V632C-50 540 -90 400 -86 266z',
        palette.clothLight,
      ),
    ) +
    line('M0 668V900', palette.clothDark, 5)
  )
}

export function drawWomansCoat(sitter: Sitter): string {
  const { palette } = sitter
  return (
    drawTorso(sitter, palette.cloth, palette.clothDark) +
    fur(
      'M-96 262C-170 300 -236 350 -262 420C-240 500 -120 560 0 580C120 560 240 500 262 420C236 350 170 300 96 262C60 320 -60 320 -96 262z',
      palette.fur,
    ) +
    line('M0 330C-10 400 -10 480 0 570', palette.furDark, 6, 0.6) +
    line('M0 470V900', palette.clothDark, 5)
  )
}

/** A woollen shawl crossed on the chest over a plain blouse. */
export function drawShawl(sitter: Sitter): string {
  const { palette, build } = sitter
  const reach = build.shoulder
  const drop = build.stoop
  const half =
    `M-84 256C-108 320 ${-reach * 0.52} ${342 + drop} ${-reach * 0.74} ${380 + drop}` +
    `C${-reach + 6} ${412 + drop} ${-reach - 12} 520 ${-reach - 26} 640C${-reach - 34} 740 ${-reach - 30} 820 ${-reach - 20} 900H120C80 760 40 640 -10 540C-60 440 -84 350 -84 256z`
  return (
    drawTorso(sitter, palette.clothDark, palette.clothDark) +
    shape(
      'M-86 262C-100 320 -120 340 -150 352L0 620L150 352C120 340 100 320 86 262C50 316 -50 316 -86 262z',
      palette.linen,
    ) +
    group(shape(half, palette.cloth), 'transform="scale(-1 1)"') +
    shape(half, palette.clothLight) +
    line('M-84 256C-84 350 -60 440 -10 540C40 640 80 760 120 900', palette.accentLight, 8, 0.8) +
    line('M-130 360C-150 520 -140 700 -80 880M-200 390C-240 540 -250 700 -220 880', palette.clothDark, 5, 0.45)
  )
}

function drawBrooch({ palette }: Sitter, y: number): string {
  return shape(ellipse(0, y, 24, 20), palette.accentDark) + shape(ellipse(0, y, 15, 12), palette.accentLight)
}
