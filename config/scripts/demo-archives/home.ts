import { box, disc, ellipse, faint, flat, shape, sheet, thread } from './paper'

/** A wooden house with three windows, 300 wide; the middle of its foot is at (0, 0). */
export function house(colours: { wall: string; roof: string; trim: string; glass: string }): string {
  const { wall, roof, trim, glass } = colours
  return [
    sheet(roof, box(60, -246, 30, 60)),
    sheet(wall, box(-140, -130, 280, 134)),
    ...[-104, -78, -52, -26].map((y) => faint('#000', 0.07, box(-140, y, 280, 3))),
    sheet(roof, shape('-172,-122! -90,-226! 90,-226! 172,-122!')),
    ...[-86, 0, 86].map((x) => window(x, trim, glass)),
  ].join('')
}

function window(x: number, trim: string, glass: string): string {
  return [
    sheet(trim, shape(`${x - 30},-34! ${x - 30},-98! ${x},-114! ${x + 30},-98! ${x + 30},-34!`)),
    flat(glass, box(x - 20, -92, 40, 50)),
    flat(trim, box(x - 2, -92, 4, 50), box(x - 20, -72, 40, 4)),
  ].join('')
}

export function stool(colour: string): string {
  return [
    sheet(colour, box(-34, -62, 68, 12)),
    sheet(colour, shape('-28,-52! -20,-52! -26,0! -36,0!'), shape('28,-52! 20,-52! 26,0! 36,0!')),
  ].join('')
}

/** A window that fills a wall: sky and view are drawn by the caller behind it. */
export function windowFrame(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  colour: string,
) {
  return [
    sheet(colour, `${box(x - 26, y - 26, width + 52, height + 52)}M${x} ${y}v${height}h${width}v${-height}z`),
    sheet(colour, box(x + width / 2 - 8, y, 16, height), box(x, y + height * 0.3, width, 12)),
    sheet(colour, box(x - 56, y + height + 22, width + 112, 26)),
  ].join('')
}

export function cup(colour: string, rim: string): string {
  return [
    thread(colour, 9, 'M34 -50q34 0 30 24q-4 18 -34 16'),
    sheet(colour, shape('-40,-68! 40,-68! 34,-24 20,0! -20,0! -34,-24')),
    flat(rim, box(-40, -68, 80, 8)),
    sheet(colour, ellipse(0, 4, 62, 8)),
  ].join('')
}

/** A kerosene lamp, 150 high. */
export function lamp(glow: string): string {
  return [
    faint(glow, 0.25, disc(0, -70, 150)),
    faint(glow, 0.35, disc(0, -70, 90)),
    sheet('#3d342b', box(-34, -14, 68, 14), shape('-26,-14! -14,-34! 14,-34! 26,-14!')),
    sheet('#f5e6bd', shape('-18,-36! -32,-74 -18,-112! 18,-112! 32,-74 18,-36!')),
    flat('#e2a648', shape('0,-96 -9,-66 0,-52 9,-66')),
    sheet('#3d342b', box(-22, -122, 44, 10)),
    thread('#3d342b', 5, 'M-22 -118C-50 -160 50 -160 22 -118'),
  ].join('')
}

const SPINES = ['#8d5b4c', '#54684f', '#3f5563', '#b08d57', '#6d5a6b', '#a7735a', '#7d8464', '#455049']

/** Books on a shelf, from x 0 to `width`; they stand on y 0. */
export function books(width: number, seed: number): string {
  const drawn: string[] = []
  for (let x = 0, index = seed; x < width - 24; index++) {
    const thickness = 20 + ((index * 7) % 16)
    const height = 92 + ((index * 29) % 40)
    const colour = SPINES[(index * 5) % SPINES.length] ?? '#555'
    drawn.push(
      sheet(colour, box(x, -height, thickness, height)),
      faint('#f3e6c8', 0.7, box(x + 3, -height + 14, thickness - 6, 4), box(x + 3, -24, thickness - 6, 3)),
    )
    x += thickness + 3
  }
  return drawn.join('')
}

export function curtain(colour: string, height: number): string {
  return [
    sheet(colour, shape(`0,0! 150,0! 130,${height * 0.4} 60,${height * 0.66} 40,${height}! 0,${height}!`)),
    ...[30, 66, 100].map((x) =>
      faint('#000', 0.06, shape(`${x},0! ${x + 8},0! ${x * 0.7},${height * 0.5} ${x * 0.4},${height * 0.9}!`)),
    ),
  ].join('')
}

/** A geranium in its pot. */
export function geranium(): string {
  return [
    thread('#5f7050', 6, 'M0 -70C-4 -120 -30 -140 -36 -176M0 -70C4 -120 20 -150 22 -196M0 -80C20 -110 46 -120 56 -146'),
    sheet(
      '#6f8260',
      disc(-46, -120, 26),
      disc(48, -104, 26),
      disc(-6, -112, 30),
      disc(24, -138, 22),
      disc(-30, -88, 24),
    ),
    sheet(
      '#b5594f',
      ...times5((index) => disc(-36 + 13 * Math.cos(index * 1.26), -186 + 13 * Math.sin(index * 1.26), 12)),
    ),
    sheet(
      '#b5594f',
      ...times5((index) => disc(22 + 14 * Math.cos(index * 1.26), -208 + 14 * Math.sin(index * 1.26), 13)),
    ),
    sheet('#a8694b', shape('-44,-72! 44,-72! 34,0! -34,0!'), box(-50, -84, 100, 18)),
  ].join('')
}

function times5(draw: (index: number) => string): string[] {
  return Array.from({ length: 5 }, (_, index) => draw(index))
}
