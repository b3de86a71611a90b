import type { Sitter } from './sitter'
import { clipped, ellipse, group, onBothSides, shape } from './svg'

export function drawNeck({ build: { neck }, palette }: Sitter): string {
  const outline = `M${-neck} 60V250C${-neck} 300 ${-neck - 30} 340 ${-neck - 90} 370L0 560L${neck + 90} 370C${neck + 30} 340 ${neck} 300 ${neck} 250V60z`
  return (
    shape(outline, palette.skin) +
    clipped('neck', outline, shape('M-200 190C-90 236 10 284 200 330V60H-200z', palette.skinShade))
  )
}

export function drawFace({ traits, palette }: Sitter): string {
  const outline = FACE[traits.figure]
  return (
    drawEars(palette.skin, palette.skinShade) +
    shape(outline, palette.skin) +
    clipped('face', outline, shape(SHADE, palette.skinShade, 0.75))
  )
}

function drawEars(skin: string, shade: string): string {
  const ear = group(
    shape(ellipse(0, 0, 22, 42), skin) + shape(ellipse(-2, 2, 11, 26), shade, 0.6),
    'transform="translate(-150 14) rotate(-6)"',
  )
  return onBothSides(ear)
}

const FACE = {
  man: 'M-148 -50C-150 -165 -90 -218 0 -218S150 -165 148 -50C148 30 146 84 128 130C108 180 58 214 0 214S-108 180 -128 130C-146 84 -148 30 -148 -50z',
  woman:
    'M-144 -50C-146 -165 -88 -216 0 -216S146 -165 144 -50C144 26 140 76 122 122C102 172 50 212 0 212S-102 172 -122 122C-140 76 -144 26 -144 -50z',
}

/** The edge between light and shade runs down brow, nose, lips and chin: it hints at a face without drawing one. */
const SHADE =
  'M34 -240C50 -160 56 -100 46 -54C40 -30 16 -26 15 0C15 40 20 66 26 92C22 104 8 106 2 108C16 114 20 120 22 128C26 138 18 146 22 154C28 166 24 176 18 190C14 200 14 210 14 230L200 230V-240z'
