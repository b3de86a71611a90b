import { at, box, disc, ellipse, flat, shape, sheet, thread, times } from './paper'

/** A leafy tree, 200 high; its foot is at (0, 0). */
export function tree(crown: string, trunk: string): string {
  return [
    sheet(trunk, shape('-9,4! -6,-50 -4,-110! 4,-110! 6,-50 10,4!')),
    sheet(crown, shape('-58,-92 -72,-128 -50,-160 -34,-188 0,-202 36,-188 54,-158 72,-126 56,-92 20,-80 -20,-80')),
  ].join('')
}

/** A birch, 240 high. */
export function birch(leaves: string): string {
  return [
    sheet('#efeae0', shape('-6,2! -4,-120 -2,-226! 2,-226! 5,-120 7,2!')),
    flat('#4b463f', ...[-24, -58, -84, -126, -158].map((y, index) => box(index % 2 ? -4 : 0, y, 5, 4))),
    sheet(leaves, shape('-10,-236 -40,-196 -52,-150 -40,-112 -26,-130 -20,-170!')),
    sheet(leaves, shape('6,-240 40,-206 56,-160 44,-104 28,-126 22,-176!')),
    sheet(leaves, shape('0,-254 -18,-214 -14,-160 2,-140 18,-162 20,-214')),
  ].join('')
}

/** A fir, 200 high. */
export function fir(colour: string): string {
  return sheet(
    colour,
    shape(
      '0,-200! -26,-140! -14,-142! -42,-84! -24,-88! -58,-18! -8,-24! -8,4! 8,4! 8,-24! 58,-18! 24,-88! 42,-84! 14,-142! 26,-140!',
    ),
  )
}

/** An apple with its leaf, 44 across. */
export function apple(skin: string): string {
  return [
    sheet(skin, shape('0,-16 -14,-22 -24,-6 -18,16 -4,22 4,22 18,16 24,-6 14,-22')),
    thread('#5b4636', 4, 'M0 -16Q2 -26 6 -30'),
    flat('#7f8b5a', shape('4,-26! 16,-36 30,-32! 20,-24')),
    flat('#ffffff55', ellipse(-9, -6, 4, 7)),
  ].join('')
}

/** A flower of the hollyhock. */
export function mallow(petals: string, heart: string): string {
  return [
    sheet(petals, ...[0, 72, 144, 216, 288].map((angle) => petal(angle))),
    flat(heart, disc(0, 0, 11)),
    flat('#f0dfa4', disc(0, 0, 5)),
  ].join('')
}

function petal(degrees: number): string {
  const angle = (degrees * Math.PI) / 180
  return ellipse(Math.round(17 * Math.sin(angle)), Math.round(-17 * Math.cos(angle)), 17, 17)
}

/** Short strokes of light on water, within a box. */
export function ripples(
  colour: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  return times(26, (index) => {
    const share = ((index * 0.618) % 1) * 0.94
    const row = index / 26
    const length = 30 + row * 70
    return thread(colour, 3 + row * 2, `M${x + share * width} ${y + row * height}q${length / 2} -5 ${length} 0`)
  })
}

export function stars(count: number, width: number, height: number): string {
  return flat(
    '#f3e9cf',
    times(count, (index) => disc(((index * 0.618) % 1) * width, ((index * 0.414) % 1) * height, 1.8 + (index % 3))),
  )
}

export function cloud(x: number, y: number, scale: number): string {
  return at(
    x,
    y,
    sheet('#f7f6f0', shape('-120,20 -110,-14 -70,-26 -44,-62 10,-66 40,-36 84,-40 112,-6 122,22 60,34 -60,34')),
    { scale },
  )
}
