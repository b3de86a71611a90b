import type { Build } from './build'
import type { Chance } from './chance'
import type { Palette } from './palette'

/** What a person looked like, as the demo content states it. A woman is never drawn with a beard. */
export interface PortraitTraits {
  figure: 'woman' | 'man'
  age: 'young' | 'middle' | 'old'
  headwear: 'none' | 'headscarf' | 'cap' | 'hat' | 'military-cap' | 'fur-hat'
  hair: 'short' | 'bun' | 'braid' | 'bald' | 'long' | 'curly'
  beard: 'none' | 'moustache' | 'full'
  glasses: boolean
  tone: 'sand' | 'sage' | 'slate' | 'clay' | 'plum' | 'mist'
}

/**
 * Everything a part of the drawing asks about the person portrayed.
 * All parts are drawn around (0, 0), which lies between the eyes: the crown is near y -215, the chin near 210, the page ends at 890.
 */
export interface Sitter {
  traits: PortraitTraits
  chance: Chance
  build: Build
  palette: Palette
}
