import { type Point, outline, slit } from './curve'
import { type Cutting, cut, paper } from './cutting'
import type { Sitter } from './sitter'

/** The head without hair: face, skull, and a neck that goes on under the collar. */
export function drawFace({ build, traits }: Sitter): Cutting {
  const { nose, upturn, bridge, brow, lips, chin, jowl, neck } = build
  const isMan = traits.figure === 'man'
  const face: Point[] = [
    [10, -235],
    [-78, -219],
    [-146, -172],
    [-178, -112],
    [-186 - brow, -62],
    [-183 - brow * 0.5, -40],
    [-177, -20],
    [-194 - bridge * 0.8, 8],
    [-213 - bridge - nose * 0.5, 32 - upturn * 0.4],
    [-233 - nose, 54 - upturn],
    [-236 - nose, 66 - upturn],
    [-224 - nose * 0.7, 78 - upturn * 0.5],
    [-200, 83],
    [-191, 90],
    [-195 - lips * 0.4, 102],
    [-204 - lips, 113],
    [-201 - lips * 0.6, 121],
    [-190, 125, 'corner'],
    [-198 - lips * 0.6, 131],
    [-199 - lips, 140],
    [-188 - lips * 0.3, 152],
    [-183, 163],
    [-189 - chin, 180],
    [-185 - chin, 199],
    [-164 - chin * 0.5, 212 + jowl * 0.1],
    [-122, 216 + jowl * 0.5],
    [-72, 226 + jowl],
    [-50 - neck * 0.6, 252 + jowl * 0.7],
    [-46 - neck * 0.5 - (isMan ? 7 : 0), 282],
    [-40 - neck * 0.6, 320],
    [-30, 420],
    [120, 440],
    [132 + neck, 320],
    [134 + neck, 240],
    [138 + neck * 0.7, 170],
    [162, 104],
    [192, 40],
    [203, -34],
    [186, -128],
    [118, -204],
  ]
  return paper(outline(face))
}

/** The rim of an ear that no hair or hat covers. */
export function drawEar(): Cutting {
  return cut(slit('-20,4 -24,-26 -8,-50 18,-48 28,-20 18,12 4,36 -6,58 -20,58', 10))
}
