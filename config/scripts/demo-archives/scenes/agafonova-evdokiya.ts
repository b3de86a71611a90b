import { cup, curtain, geranium, house, windowFrame } from '../home'
import { mallow, tree } from '../nature'
import { at, box, disc, faint, flat, land, scene, shape, sheet, thread, times } from '../paper'

const PETALS = ['#c98a92', '#b9606f', '#e3bfb4', '#9c4f63'] as const

/** The half of a house that was given them, and the hollyhocks before its windows. */
export function frontGarden(): string {
  return scene(
    { width: 1200, height: 800, ground: '#dfe3d6' },
    flat('#f3e3bd', disc(980, 150, 70)),
    sheet('#b9c7a8', land('-40,500 260,440 640,470 1240,410', 1200, 800)),
    at(150, 560, tree('#8ba07a', '#6d5846'), { scale: 1.7 }),
    at(1090, 560, tree('#9caf83', '#6d5846'), { scale: 1.4 }),
    at(620, 620, house({ wall: '#b08a63', roof: '#7d5648', trim: '#f2ebdc', glass: '#a9bcc0' }), { scale: 1.75 }),
    sheet('#93a677', land('-40,628 300,610 800,622 1240,604', 1200, 800)),
    times(15, (index) =>
      at(330 + index * 41, 700 + (index % 3) * 8, stem(index), { scale: 0.62 + (index % 4) * 0.05 }),
    ),
    fence(),
  )
}

function stem(seed: number): string {
  const height = 210 + ((seed * 37) % 90)
  return [
    thread('#63784f', 9, `M0 40V${-height}`),
    sheet('#7d9166', disc(-24, -20, 26), disc(26, -50, 24), disc(-18, -84, 20)),
    times(4, (index) =>
      at(
        index % 2 ? 14 : -14,
        -height + 20 + index * 44,
        mallow(PETALS[(seed + (index > 1 ? 1 : 0)) % PETALS.length] ?? PETALS[0], '#7d3a4c'),
        { scale: 0.62 + index * 0.14 },
      ),
    ),
  ].join('')
}

function fence(): string {
  return [
    sheet('#e9dfc9', box(0, 716, 1200, 14), box(0, 766, 1200, 14)),
    times(24, (index) => {
      const x = 12 + index * 50
      return sheet('#f2ebdc', shape(`${x},812! ${x},690! ${x + 15},672! ${x + 30},690! ${x + 30},812!`))
    }),
  ].join('')
}

/** Hollyhocks as tall as the picture. */
export function hollyhocks(): string {
  return scene(
    { width: 900, height: 1200, ground: '#d8dfcf' },
    faint('#f6e6b9', 0.6, disc(680, 260, 190)),
    sheet('#c2cfb0', land('-40,860 300,800 640,850 940,790', 900, 1200)),
    tallStem(210, 250, 0),
    tallStem(690, 330, 2),
    tallStem(450, 120, 1),
    sheet('#8da073', land('-40,1130 260,1104 620,1130 940,1100', 900, 1200)),
  )
}

function tallStem(x: number, top: number, seed: number): string {
  return [
    thread('#63784f', 16, `M${x} 1180C${x - 16} 900 ${x + 20} 600 ${x} ${top}`),
    ...[1080, 1000, 930].map((y, index) => at(x, y, leaf(), { mirrored: index % 2 === 0, scale: 1 + index * 0.05 })),
    times(6, (index) => {
      const y = top + 60 + index * 112
      if (y > 900) return ''
      const colour = PETALS[(seed + index) % 2 === 0 ? seed : seed + 1] ?? PETALS[0]
      return at(x + (index % 2 ? 42 : -40), y, mallow(colour, '#7d3a4c'), { scale: 1.4 + index * 0.22 })
    }),
    sheet('#7d9166', disc(x, top - 6, 18), disc(x - 18, top + 20, 15), disc(x + 18, top + 24, 15)),
  ].join('')
}

function leaf(): string {
  return [
    sheet('#768b5e', shape('0,0! 30,-50 90,-66 150,-30 146,24 96,58 40,46')),
    thread('#92a57a', 4, 'M6 0Q70 -10 130 -8M40 -6Q70 -34 96 -44M40 2Q70 26 98 36'),
  ].join('')
}

/** The weaving mill of Vichuga: saw-tooth roofs, chimneys, the river. */
export function mill(): string {
  return scene(
    { width: 1600, height: 640, ground: '#e3d3bb' },
    flat('#f4e4bf', disc(330, 180, 70)),
    sheet('#c3b9a4', land('-40,340 400,300 900,330 1640,280', 1600, 640)),
    chimney(520, 90),
    chimney(640, 140),
    sheet('#93604c', box(420, 250, 300, 190)),
    rowsOfWindows(440, 274, 7, 4),
    times(8, (index) => sawTooth(720 + index * 92)),
    sheet('#8a5646', box(712, 360, 752, 80)),
    times(17, (index) => flat('#ecd9a6', box(730 + index * 43, 382, 22, 40))),
    ...[80, 170, 260, 350].map((x, index) =>
      at(x, 440, tree('#8c9a73', '#6d5846'), { scale: 0.7 + (index % 2) * 0.2 }),
    ),
    at(1530, 440, tree('#8c9a73', '#6d5846'), { scale: 0.9 }),
    sheet('#a9ad84', land('-40,436 500,430 1100,440 1640,428', 1600, 640)),
    sheet('#8fa4a6', shape('-40,520! 400,500 900,530 1640,500! 1640,660! -40,660!')),
    times(9, (index) =>
      thread('#b6c4c2', 4, `M${60 + index * 176} ${560 + ((index * 23) % 50)}q50 -7 ${70 + (index % 3) * 30} 0`),
    ),
  )
}

function chimney(x: number, top: number): string {
  return [
    faint('#fff', 0.55, disc(x + 34, top - 24, 22), disc(x + 74, top - 46, 30), disc(x + 130, top - 62, 38)),
    sheet('#7d4d3f', shape(`${x - 15},${top}! ${x + 15},${top}! ${x + 24},300! ${x - 24},300!`)),
    flat('#a5705c', box(x - 17, top, 34, 10), box(x - 19, top + 40, 38, 6)),
  ].join('')
}

function sawTooth(x: number): string {
  return [
    sheet('#8a5646', shape(`${x},366! ${x},300! ${x + 94},366!`)),
    flat('#c9d3cf', shape(`${x + 6},356! ${x + 6},316! ${x + 20},326! ${x + 20},356!`)),
  ].join('')
}

function rowsOfWindows(x: number, y: number, columns: number, rows: number): string {
  return times(columns * rows, (index) =>
    flat('#ecd9a6', box(x + (index % columns) * 38, y + Math.floor(index / columns) * 40, 20, 26)),
  )
}

/** Her place at the kitchen window. */
export function kitchenWindow(): string {
  const pane = { x: 270, y: 170, width: 460, height: 470 }
  return scene(
    { width: 1000, height: 1000, ground: '#cdbfa3' },
    flat('#cfdcd8', box(pane.x, pane.y, pane.width, pane.height)),
    flat('#b9c7a8', shape('260,520! 420,480 600,510 740,470! 740,650! 260,650!')),
    at(600, 600, tree('#93a67e', '#6d5846'), { scale: 1.1 }),
    times(4, (index) => at(320 + index * 60, 640, stem(index), { scale: 0.55 })),
    flat('#cdbfa3', box(0, 640, 1000, 360), box(0, 0, 270, 1000), box(730, 0, 270, 1000)),
    windowFrame(pane, '#f4eee0'),
    at(244, 130, curtain('#f7f3ea', 470)),
    at(756, 130, curtain('#f7f3ea', 470), { mirrored: true }),
    sheet('#8a6a4c', box(210, 118, 580, 14)),
    at(340, 662, geranium(), { scale: 0.9 }),
    sheet('#7f6249', box(0, 820, 1000, 24)),
    flat('#f2eee4', box(0, 844, 1000, 156)),
    ...times20((index) => faint('#9c4f63', 0.35, box(index * 50, 844, 16, 156))),
    at(640, 822, cup('#f4eee0', '#8fa4a6'), { scale: 1.1 }),
    kerchief(),
  )
}

function times20(draw: (index: number) => string): string[] {
  return Array.from({ length: 20 }, (_, index) => draw(index))
}

/** A white kerchief, folded. */
function kerchief(): string {
  return [
    sheet('#fbf9f3', shape('180,826! 330,770! 480,826! 420,838 240,838')),
    thread('#d5cfc0', 3, 'M250 812L330 782L410 812'),
  ].join('')
}
