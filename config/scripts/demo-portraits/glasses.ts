import { type Cutting, cutLine, ellipse } from './cutting'
import type { Sitter } from './sitter'

const WIRE = 7

/** A lens seen nearly from its edge, and the arm that goes to the ear. */
export function drawGlasses({ traits }: Sitter): Cutting {
  if (!traits.glasses) return ''
  return [cutLine(ellipse(-163, -2, 15, 30), WIRE), cutLine('M-148 -12C-116 -16 -76 -19 -40 -16', WIRE)].join('')
}
