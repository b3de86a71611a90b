import { between, type Chance } from './chance'
import type { PortraitTraits } from './traits'

/** The proportions of one person. */
export interface Build {
  /** How far the head leans, in degrees. */
  tilt: number
  /** Size of the head, 1 being a man's. */
  head: number
  /** Half the width of the neck. */
  neck: number
  /** Half the width of the shoulders. */
  shoulder: number
  /** How much lower the shoulders hang than a young person's. */
  stoop: number
}

export function buildOf({ figure, age }: PortraitTraits, chance: Chance): Build {
  const isMan = figure === 'man'
  return {
    tilt: between(chance('tilt'), -3.5, 3.5),
    head: isMan ? 1 : 0.95,
    neck: Math.round(isMan ? between(chance('neck'), 88, 98) : between(chance('neck'), 66, 74)),
    shoulder: Math.round(isMan ? between(chance('shoulder'), 415, 465) : between(chance('shoulder'), 335, 380)),
    stoop: age === 'old' ? 2 * Math.round(between(chance('stoop'), 7, 15)) : 0,
  }
}
