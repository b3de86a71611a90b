import { type Choices, pick } from './chance'
import { drawJacket, drawOvercoat, drawStandCollarShirt, drawSweater, drawTunic } from './clothing-of-men'
import { drawBlouse, drawCardigan, drawDress, drawShawl, drawWomansCoat } from './clothing-of-women'
import type { Sitter } from './sitter'
import type { PortraitTraits } from './traits'

/** Chooses what goes with the headwear, then draws it. */
export function drawClothing(sitter: Sitter): string {
  return pick(sitter.chance('clothing'), wardrobeOf(sitter))(sitter)
}

function wardrobeOf({ traits }: Sitter): Choices<Garment> {
  if (traits.headwear === 'military-cap') return [drawTunic]
  return traits.figure === 'woman' ? womansWardrobe(traits) : mansWardrobe(traits)
}

function mansWardrobe({ headwear }: PortraitTraits): Choices<Garment> {
  if (headwear === 'fur-hat') return [drawOvercoat]
  if (headwear === 'hat') return [drawJacket, drawOvercoat]
  return [drawJacket, drawJacket, drawStandCollarShirt, drawSweater]
}

function womansWardrobe({ headwear, age }: PortraitTraits): Choices<Garment> {
  if (headwear === 'fur-hat') return [drawWomansCoat]
  if (age === 'old') return [drawBlouse, drawCardigan, drawShawl]
  return [drawBlouse, drawDress, drawCardigan]
}

type Garment = (sitter: Sitter) => string
