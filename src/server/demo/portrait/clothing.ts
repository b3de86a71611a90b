import { pick } from './chance'
import { drawBlouse, drawCardigan, drawDress, drawShawl, drawWomansCoat } from './clothing-of-women'
import { drawJacket, drawOvercoat, drawStandCollarShirt, drawSweater, drawTunic } from './clothing-of-men'
import type { PortraitTraits, Sitter } from './sitter'

/** Chooses what goes with the headwear, then draws it. */
export function drawClothing(sitter: Sitter): string {
  return pick(sitter.chance('clothing'), wardrobeOf(sitter))(sitter)
}

function wardrobeOf({ traits: { figure, headwear, age } }: Sitter): readonly [Garment, ...Garment[]] {
  if (headwear === 'military-cap') return [drawTunic]
  if (figure === 'woman') return womansWardrobe(headwear, age)
  if (headwear === 'fur-hat') return [drawOvercoat]
  if (headwear === 'hat') return [drawJacket, drawOvercoat]
  return [drawJacket, drawJacket, drawStandCollarShirt, drawSweater]
}

function womansWardrobe(
  headwear: PortraitTraits['headwear'],
  age: PortraitTraits['age'],
): readonly [Garment, ...Garment[]] {
  if (headwear === 'fur-hat') return [drawWomansCoat]
  if (age === 'old') return [drawBlouse, drawCardigan, drawShawl]
  return [drawBlouse, drawDress, drawCardigan]
}

type Garment = (sitter: Sitter) => string
