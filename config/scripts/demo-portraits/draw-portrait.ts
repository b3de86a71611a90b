import { drawBeard } from './beard'
import { type Build, buildOf } from './build'
import { chanceFrom, pick } from './chance'
import { type Cutting, moved } from './cutting'
import { drawDress } from './dress'
import { drawFace } from './face'
import { drawGlasses } from './glasses'
import { drawHair } from './hair'
import { drawHeadwear } from './headwear'
import { mount } from './mount'
import { paletteOf } from './palette'
import type { Sitter } from './sitter'
import type { PortraitTraits } from './traits'

/** Who grew up before it dressed otherwise than who came later. */
const OLD_DAYS_END = 1945

/**
 * Cuts the profile of an invented person as a complete SVG, 1200 × 1500: one dark tone on an oval of light paper. The same
 * person always gives the same drawing; the seed alone varies the features and hues within the tone. It holds shapes only,
 * because a bare server has no fonts to set text with.
 */
export function drawPortrait(traits: PortraitTraits, { seed, born }: { seed: string; born: number }): string {
  const chance = chanceFrom(seed)
  const build = buildOf(traits, chance)
  const sitter: Sitter = { traits, isOfOldDays: born < OLD_DAYS_END, chance, build }
  const onHead = [drawHair, drawBeard, drawGlasses, drawHeadwear].map((draw) => draw(sitter)).join('')
  const silhouette = [inPose(drawFace(sitter), build), drawDress(sitter), inPose(onHead, build)].join('')
  const side = pick(chance('side'), [1, 1, -1])
  return mount(silhouette, paletteOf(traits, chance), `translate(${600 - side * 37} 487) scale(${side * 0.95} 0.95)`)
}

/** The head leans about the base of the neck. */
function inPose(cutting: Cutting, { stoop, lean, head }: Build): Cutting {
  return moved(
    cutting,
    `translate(${-stoop} 46) rotate(${lean} 60 320) translate(60 320) scale(${head}) translate(-60 -320)`,
  )
}
