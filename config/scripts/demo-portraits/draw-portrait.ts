import { drawBackground } from './background'
import { drawBeard } from './beard'
import { buildOf } from './build'
import { chanceFrom } from './chance'
import { drawClothing } from './clothing'
import { drawGlasses } from './glasses'
import { drawHairOnHead } from './hair'
import { drawHairBehind, drawHairInFront } from './hanging-hair'
import { drawFace, drawNeck } from './head'
import { drawHeadwear } from './headwear'
import { paletteOf } from './palette'
import type { Sitter } from './sitter'
import type { PortraitTraits } from './traits'
import { group, page } from './svg'

/**
 * Draws a calm, faceless portrait of an invented person as a complete SVG, 1200 × 1500.
 * The same traits and seed always give the same drawing; the seed alone varies build, clothing, background and hues within the tone.
 * It holds shapes only, because a bare server has no fonts to set text with.
 */
export function drawPortrait(traits: PortraitTraits, seed: string): string {
  const chance = chanceFrom(seed)
  const sitter: Sitter = { traits, chance, build: buildOf(traits, chance), palette: paletteOf(traits, chance) }

  return page(drawBackground(sitter, drawFigure(sitter)))
}

function drawFigure(sitter: Sitter): string {
  return [
    inPose(sitter, drawHairBehind(sitter)),
    drawNeck(sitter),
    drawClothing(sitter),
    drawHairInFront(sitter),
    inPose(sitter, drawHead(sitter)),
  ].join('')
}

function drawHead(sitter: Sitter): string {
  return [drawFace(sitter), drawHairOnHead(sitter), drawBeard(sitter), drawGlasses(sitter), drawHeadwear(sitter)].join(
    '',
  )
}

/** The head leans about the base of the neck. */
function inPose({ build }: Sitter, drawing: string): string {
  return group(drawing, `transform="rotate(${build.tilt} 0 300) scale(${build.head})"`)
}
