import type { Build } from './build'
import type { Chance } from './chance'
import type { Palette } from './palette'
import type { PortraitTraits } from './traits'

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
