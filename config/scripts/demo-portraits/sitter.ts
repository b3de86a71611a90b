import type { Build } from './build'
import type { Chance } from './chance'
import type { PortraitTraits } from './traits'

/**
 * Everything a part of the drawing asks about the person portrayed.
 * All sitters look to the left. (0, 0) lies at the ear: the crown is near y -235, the chin near 212, the nose near x -240.
 */
export interface Sitter {
  traits: PortraitTraits
  /** Grew up before 1945, by the clothes. */
  isOfOldDays: boolean
  chance: Chance
  build: Build
}
