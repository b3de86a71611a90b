import { apple, tree } from '../nature'
import { at, box, disc, ellipse, faint, flat, land, scene, shape, sheet, thread, times } from '../paper'

/** Apple trees that lie bent to the ground, asleep under straw and snow. */
export function sleepingOrchard(): string {
  return scene(
    { width: 1600, height: 640, ground: '#b9c3cc' },
    flat('#f3e2c2', disc(1260, 170, 58)),
    sheet('#ced6da', land('-40,300 500,270 1000,300 1640,262', 1600, 640)),
    sheet('#e1e6e6', land('-40,370 420,336 900,372 1640,336', 1600, 640)),
    times(5, (index) => at(170 + index * 310, 404 + (index % 2) * 14, sleepingTree(index), { scale: 0.8 })),
    sheet('#eef0ed', land('-40,440 500,424 1100,446 1640,420', 1600, 640)),
    times(4, (index) => at(230 + index * 370, 540 + (index % 2) * 12, sleepingTree(index + 2), { scale: 1.2 })),
    sheet('#f8f8f4', land('-40,578 400,556 1000,584 1640,560', 1600, 640)),
    times(14, (index) => flat('#a9b3b8', ellipse(560 + index * 30, 616 - index * 5 - (index % 2) * 12, 8, 4))),
    flat(
      '#ffffff',
      ...Array.from({ length: 60 }, (_, index) => disc((index * 211) % 1600, (index * 97) % 420, 2 + (index % 3))),
    ),
  )
}

function sleepingTree(seed: number): string {
  return [
    thread('#6a5140', 16, 'M-150 12C-130 -40 -80 -62 -10 -66'),
    thread(
      '#6a5140',
      8,
      'M-60 -60C-20 -92 40 -88 90 -74M-40 -62C10 -66 60 -60 120 -44M-90 -52C-60 -84 -20 -104 20 -106',
    ),
    sheet('#d3b574', shape('-70,-58! -20,-92 50,-96 110,-72 158,-20 160,14! -30,14! -62,-20')),
    thread(
      '#6a5140',
      6,
      'M150 -8C176 -16 196 -34 206 -58M170 -16C192 -14 210 -16 226 -26M40 -106C48 -128 62 -140 84 -146M-10 -96C-6 -116 4 -128 18 -136',
    ),
    ...[-30, 10, 50, 90].map((x, index) =>
      thread('#b29455', 4, `M${x} ${-66 + index * 6}L${x + 24 + (seed % 3) * 4} -6`),
    ),
    sheet('#fbfbf8', shape('-78,-62! -30,-104 50,-112 124,-84 170,-22 150,-14 110,-44 60,-52 10,-44 -30,-54')),
  ].join('')
}

/** One of the three that survived. */
export function appleTree(): string {
  const apples = [
    [-190, -520],
    [-90, -610],
    [40, -560],
    [150, -640],
    [220, -520],
    [-20, -700],
    [110, -450],
    [-140, -420],
    [10, -440],
    [-240, -430],
    [250, -420],
  ] as const
  return scene(
    { width: 900, height: 1200, ground: '#e6dcc2' },
    faint('#f7ecc9', 0.8, disc(660, 250, 150)),
    sheet('#cfc493', land('-40,880 260,850 600,880 940,840', 900, 1200)),
    at(
      450,
      1040,
      [
        sheet(
          '#6d5442',
          shape(
            '-34,20! -26,-120 -40,-260 -120,-420! -90,-430! -10,-310 0,-470! 26,-470! 20,-320 110,-430! 136,-414! 40,-250 28,-120 46,20!',
          ),
        ),
        sheet(
          '#8b9a62',
          shape(
            '-310,-440 -330,-560 -250,-650 -180,-760 -40,-800 90,-790 210,-740 290,-640 330,-520 290,-410 170,-380 60,-410 -60,-380 -200,-380',
          ),
        ),
        sheet(
          '#9dac72',
          shape('-220,-500 -200,-620 -90,-690 20,-720 130,-700 190,-620 220,-520 130,-470 0,-490 -110,-460'),
        ),
        ...apples.map(([x, y], index) =>
          at(x, y, apple(['#b5533f', '#c46a4a', '#a9483c'][index % 3] ?? ''), { scale: 1.15 }),
        ),
      ].join(''),
    ),
    sheet('#a9ac6f', land('-40,1040 300,1020 620,1046 940,1014', 900, 1200)),
    at(250, 1090, apple('#b5533f'), { scale: 1.1, turn: 30 }),
    at(620, 1110, apple('#c46a4a'), { scale: 1.1, turn: -20 }),
    at(690, 1086, apple('#a9483c'), { scale: 1, turn: 10 }),
  )
}

/** The first bucket of 1941. */
export function firstBucket(): string {
  const heap = [
    [-120, -20],
    [-40, -34],
    [44, -36],
    [122, -18],
    [-84, -92],
    [0, -104],
    [84, -92],
    [-40, -156],
    [46, -158],
  ] as const
  return scene(
    { width: 1000, height: 1000, ground: '#cbb891' },
    sheet('#b59a6e', box(0, 690, 1000, 310)),
    ...[760, 850, 940].map((y) => faint('#000', 0.08, box(0, y, 1000, 5))),
    thread('#5c666b', 12, 'M300 470C300 190 700 190 700 470'),
    ...heap
      .map(([x, y], index) =>
        at(500 + x, 448 + y, apple(['#b5533f', '#c46a4a', '#a9483c', '#c9a04f'][(index * 3) % 4] ?? ''), {
          scale: 2,
          turn: index * 23 - 60,
        }),
      )
      .reverse(),
    sheet('#8d989b', shape('290,450! 710,450! 650,850! 350,850!')),
    flat('#a7b1b2', shape('290,450! 380,450! 420,850! 350,850!')),
    sheet('#78848a', box(280, 440, 440, 26), box(346, 838, 308, 20)),
    thread('#78848a', 5, 'M312 560H690M332 720H670'),
    at(180, 850, apple('#b5533f'), { scale: 2, turn: -25 }),
    at(830, 880, apple('#c46a4a'), { scale: 2, turn: 20 }),
  )
}

/** Four thousand two hundred steps to the nearest tree. */
export function steppe(): string {
  return scene(
    { width: 1200, height: 800, ground: '#d5e0e2' },
    faint(
      '#fff',
      0.8,
      shape('140,190 230,150 330,160 400,200 300,216 200,214'),
      shape('760,120 850,90 960,104 1020,136 900,150 820,146'),
    ),
    sheet('#d9cfa0', land('-40,470 400,450 800,466 1240,444', 1200, 800)),
    at(890, 462, tree('#8b9a62', '#6d5442'), { scale: 0.42 }),
    sheet('#cdbd83', land('-40,530 300,510 800,540 1240,500', 1200, 800)),
    sheet('#efe3bf', shape('560,820! 640,700 720,610 800,550 868,500! 876,502! 830,556 790,620 770,710 780,820!')),
    sheet('#bfae72', land('-40,690 200,650 460,700 600,760', 560, 800)),
    times(46, (index) => {
      const x = (index * 83) % 1200
      const y = 660 + ((index * 47) % 130)
      return x > 540 && x < 800
        ? ''
        : thread(
            index % 3 ? '#9a8d55' : '#e9dcae',
            4,
            `M${x} ${y}q${(index % 5) * 4 - 8} -30 ${(index % 7) * 5 - 14} -${46 + (index % 4) * 9}`,
          )
    }),
  )
}
