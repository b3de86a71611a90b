import { type Point, outline, read, slit } from './curve'
import { type Cutting, cut, paper } from './cutting'

export function drawUshanka(): Cutting {
  return [
    paper(tufted('-206,-106 -228,-174 -204,-256 -110,-312 30,-326 160,-300 236,-216 250,-110 212,-58 60,-84 -80,-94')),
    cut(slit('-190,-196 -90,-214 20,-206 90,-170', 10), slit('90,-96 60,-160 96,-226 160,-270', 9)),
  ].join('')
}

/** A round fur hat, worn low over the forehead. */
export function drawFurHat(): Cutting {
  return [
    paper(tufted('-200,-100 -238,-162 -216,-236 -122,-290 20,-308 152,-284 240,-208 256,-114 216,-58 60,-78 -80,-86')),
    cut(...[FUR_ABOVE, FUR_BELOW].flatMap((row) => read(row).map(([x, y]) => tuft(x, y)))),
  ].join('')
}

const FUR_ABOVE = '-128,-226 -50,-256 36,-262 118,-240 182,-190'
const FUR_BELOW = '-170,-150 -92,-170 -4,-178 84,-172 168,-130'

/** A few hairs of the fur that catch the light. */
function tuft(x: number, y: number): string {
  return slit(
    [
      [x - 14, y + 18],
      [x - 4, y - 2],
      [x + 12, y - 18],
    ],
    7,
  )
}

/** How broad a tuft at the edge is, and how far it stands out. */
const TUFT = 17
const TUFT_HEIGHT = 11

/** An outline whose edge stands in small pointed tufts, all leaning one way. */
function tufted(drawn: string): string {
  const points = read(drawn)
  const edge = points.flatMap((from, index): Point[] => {
    const to = points[(index + 1) % points.length] ?? from
    const [along, down] = [to[0] - from[0], to[1] - from[1]]
    const length = Math.hypot(along, down)
    const count = Math.max(1, Math.round(length / TUFT))
    return Array.from({ length: count }, (_, step) => step / count).flatMap((share): Point[] => {
      const [x, y] = [from[0] + along * share, from[1] + down * share]
      const tip = share + 0.9 / count
      return [
        [x, y, 'corner'],
        [
          from[0] + along * tip + (down / length) * TUFT_HEIGHT,
          from[1] + down * tip - (along / length) * TUFT_HEIGHT,
          'corner',
        ],
      ]
    })
  })
  return outline(edge)
}
