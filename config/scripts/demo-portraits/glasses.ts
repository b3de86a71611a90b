import { pick } from './chance'
import type { Sitter } from './sitter'
import { ellipse, line, onBothSides, shape } from './svg'

export function drawGlasses({ traits, chance, palette }: Sitter): string {
  if (!traits.glasses) return ''
  const lens = pick(chance('glasses'), [ROUND, SOFT])
  return (
    onBothSides(
      shape(lens, palette.linen, 0.28) +
        line(lens, palette.clothDark, 6, 0.8) +
        line('M-112 0L-148 -6', palette.clothDark, 6, 0.8),
    ) + line('M-20 4C-10 -6 10 -6 20 4', palette.clothDark, 6, 0.8)
  )
}

const ROUND = ellipse(-66, 12, 46, 42)
const SOFT = 'M-116 -16C-108 -32 -32 -34 -20 -18C-14 4 -24 46 -44 52C-66 58 -94 56 -106 42C-116 28 -120 4 -116 -16z'
