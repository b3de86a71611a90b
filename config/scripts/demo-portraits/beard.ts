import { outline, slit } from './curve'
import { type Cutting, cut, paper } from './cutting'
import type { Sitter } from './sitter'

export function drawBeard({ traits: { figure, beard, age } }: Sitter): Cutting {
  if (figure === 'woman' || beard === 'none') return ''
  if (beard === 'moustache') return drawMoustache()
  return [drawMoustache(), drawFullBeard(age === 'old' ? 58 : age === 'middle' ? 22 : 4)].join('')
}

function drawMoustache(): Cutting {
  return [
    paper(outline('-196,82 -212,88 -221,104 -219,118! -198,116 -180,110 -164,88')),
    cut(slit('-186,88 -160,98 -144,116 -140,140', 9)),
  ].join('')
}

/** `length` says how far it hangs below the chin. */
function drawFullBeard(length: number): Cutting {
  return [
    paper(
      outline([
        [-190, 128],
        [-205, 146],
        [-214, 172],
        [-216, 200 + length * 0.4],
        [-206, 226 + length * 0.8],
        [-184, 240 + length, 'corner'],
        [-150, 236 + length * 0.85],
        [-108, 228 + length * 0.5],
        [-60, 200 + length * 0.15],
        [-26, 140],
        [-12, 60],
        [-60, 60],
        [-120, 110],
      ]),
    ),
    cut(
      slit('-34,60 -52,108 -88,140 -128,150', 8),
      slit(
        [
          [-186, 172],
          [-186, 196 + length * 0.4],
          [-174, 218 + length * 0.7],
        ],
        6,
      ),
      slit(
        [
          [-150, 176],
          [-146, 198 + length * 0.3],
          [-130, 216 + length * 0.5],
        ],
        6,
      ),
    ),
  ].join('')
}
