import type { Sitter } from './sitter'
import { shape } from './svg'

export function drawBeard({ traits: { figure, beard }, palette }: Sitter): string {
  if (figure === 'woman' || beard === 'none') return ''
  if (beard === 'moustache') return shape(MOUSTACHE, palette.hair)
  return shape(FULL, palette.hair) + shape(FULL_SHADE, palette.hairDark, 0.6) + shape(MOUSTACHE, palette.hairLight)
}

const MOUSTACHE =
  'M0 112C-18 104 -46 110 -64 128C-76 140 -84 144 -92 144C-70 160 -28 156 0 138C28 156 70 160 92 144C84 144 76 140 64 128C46 110 18 104 0 112z'
const FULL =
  'M-150 10C-140 60 -118 96 -84 112C-50 122 -24 104 0 106C24 104 50 122 84 112C118 96 140 60 150 10C156 110 142 190 98 244C70 276 34 292 0 294C-34 292 -70 276 -98 244C-142 190 -156 110 -150 10z'
const FULL_SHADE =
  'M20 106C40 110 60 118 84 112C118 96 140 60 150 10C156 110 142 190 98 244C70 276 34 292 6 294C40 250 44 160 20 106z'
