import { between, type Chance } from './chance'
import type { PortraitTraits } from './traits'

/** The proportions of one person, in units of the drawing. */
export interface Build {
  /** How far the tip of the nose stands out beyond the usual, and how far it is turned up. */
  nose: number
  upturn: number
  /** The bridge of the nose: a hump above 0, a hollow below. */
  bridge: number
  brow: number
  lips: number
  chin: number
  /** How much the skin under the chin hangs. */
  jowl: number
  /** Degrees that the head leans forward. */
  lean: number
  /** Half the neck's breadth compared with that of a middle-aged man. */
  neck: number
  /** How round the upper back is. */
  stoop: number
  /** Size of the head, 1 being a man's. */
  head: number
}

export function buildOf({ figure, age }: PortraitTraits, chance: Chance): Build {
  const isMan = figure === 'man'
  const isOld = age === 'old'
  return {
    nose: between(chance('nose'), -8, 8) + (isMan ? 0 : -9) + (isOld ? 4 : 0),
    upturn: between(chance('upturn'), -5, 6) + (isMan ? 0 : 5) - (isOld ? 5 : 0),
    bridge: isMan ? between(chance('bridge'), -5, 7) : between(chance('bridge'), -8, 1),
    brow: isMan ? between(chance('brow'), 2, 8) : between(chance('brow'), -6, -2),
    lips: between(chance('lips'), -2, 4) + (isOld ? -5 : 0) + (isMan ? 0 : 2),
    chin: between(chance('chin'), -5, 5) + (isMan ? 3 : -3) + (isOld ? -3 : 0),
    jowl: { young: 0, middle: 6, old: between(chance('jowl'), 12, 22) }[age],
    lean: isOld ? between(chance('lean'), -5, -2) : between(chance('lean'), -2, 3),
    neck: isMan ? between(chance('neck'), -6, 6) : between(chance('neck'), -24, -16),
    stoop: isOld ? between(chance('stoop'), 14, 28) : 0,
    head: isMan ? 1 : 0.96,
  }
}
