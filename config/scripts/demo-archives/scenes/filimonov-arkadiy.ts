import { at, box, disc, ellipse, faint, flat, scene, shape, sheet, thread, times } from '../paper'

/** A piano that had long served as a stand for flowers. */
export function flowerStand(): string {
  return scene(
    { width: 1200, height: 800, ground: '#cdbba2' },
    ...times24((index) => faint('#b39d80', 0.35, box(index * 50, 0, 22, 640))),
    sheet('#7a6450', box(0, 640, 1200, 160)),
    sheet('#efe6d2', box(470, 70, 120, 150), box(630, 100, 90, 110)),
    flat('#8fa4a0', box(486, 86, 88, 118)),
    flat('#b5a184', box(642, 112, 66, 86)),
    at(600, 700, piano()),
    at(370, 264, pot('#8d5b4c', 1)),
    at(480, 264, pot('#5d7480', 2), { scale: 0.8 }),
    at(830, 264, pot('#a8694b', 3), { scale: 1.1 }),
    sheet('#6d4f3c', box(510, 604, 180, 24), box(530, 628, 14, 110), box(656, 628, 14, 110)),
  )
}

function times24(draw: (index: number) => string): string[] {
  return Array.from({ length: 24 }, (_, index) => draw(index))
}

function piano(): string {
  const keys = 36
  return [
    sheet('#4b352a', box(-330, -430, 660, 440)),
    sheet('#5b4134', box(-350, -446, 700, 24)),
    flat('#5b4134', box(-300, -400, 280, 120), box(20, -400, 280, 120), box(-300, -120, 600, 110)),
    sheet('#f4eee0', shape('-120,-280! -120,-396! -4,-386! -4,-270!'), shape('4,-270! 4,-386! 120,-396! 120,-280!')),
    ...[0, 1, 2, 3].map((row) => thread('#b9ac93', 3, `M-104 ${-374 + row * 24}l86 8M20 ${-366 + row * 24}l86 -8`)),
    sheet('#3f2c23', box(-362, -190, 724, 40), box(-362, -250, 32, 70), box(330, -250, 32, 70)),
    sheet('#f7f3e8', box(-330, -216, 660, 34)),
    times(keys, (index) => flat('#cfc5b1', box(-330 + index * (660 / keys), -216, 2, 34))),
    times(keys, (index) =>
      [0, 3].includes(index % 7) ? '' : flat('#2e2621', box(-336 + index * (660 / keys), -216, 11, 20)),
    ),
    sheet('#3f2c23', box(-350, -150, 28, 160), box(322, -150, 28, 160)),
    flat('#c9a04f', box(-34, -14, 22, 8), box(12, -14, 22, 8)),
  ].join('')
}

function pot(colour: string, seed: number): string {
  const blooms = ['#b5594f', '#d8b25e', '#c98a92'][seed % 3] ?? ''
  return [
    thread('#6b7b55', 5, 'M0 -50C-4 -100 -34 -110 -40 -140M0 -50C4 -96 30 -104 40 -132M0 -50V-150'),
    sheet('#7d9166', ellipse(-26, -78, 24, 14), ellipse(28, -84, 24, 14), ellipse(-6, -104, 16, 22)),
    sheet(blooms, disc(-40, -146, 17), disc(42, -138, 16), disc(0, -160, 20)),
    flat('#f0dfa4', disc(-40, -146, 6), disc(42, -138, 6), disc(0, -160, 7)),
    sheet(colour, shape('-38,-54! 38,-54! 28,0! -28,0!'), box(-44, -64, 88, 16)),
  ].join('')
}

/** The fork, the key and one octave. */
export function forkAndKey(): string {
  return scene(
    { width: 900, height: 1200, ground: '#b9a68a' },
    ...[0, 1, 2].map((ring) => `<g opacity="${0.5 - ring * 0.14}">${thread('#f4eee0', 5, arcs(ring))}</g>`),
    at(300, 420, tuningFork(), { turn: -14, scale: 1.5 }),
    at(640, 470, tuningKey(), { turn: 18, scale: 1.35 }),
    sheet('#4b352a', box(0, 800, 900, 400)),
    sheet('#9c4f4a', box(0, 800, 900, 26)),
    times(7, (index) =>
      sheet(
        '#f7f3e8',
        shape(
          `${20 + index * 124},830! ${138 + index * 124},830! ${138 + index * 124},1240! ${20 + index * 124},1240!`,
        ),
      ),
    ),
    ...[0, 1, 3, 4, 5].map((index) => sheet('#2e2621', box(104 + index * 124, 822, 70, 230))),
  )
}

function arcs(ring: number): string {
  const reach = 120 + ring * 70
  return `M${210 - reach} 250A${reach} ${reach} 0 0 1 ${210 - reach * 0.4} ${250 - reach * 0.9}M${330 + reach * 0.6} ${200 - reach * 0.5}A${reach} ${reach} 0 0 1 ${330 + reach * 0.7} ${250 + reach * 0.3}`
}

function tuningFork(): string {
  return sheet(
    '#8d989b',
    'M-46 -220C-46 -226 -24 -226 -24 -220V-10C-24 26 24 26 24 -10V-220C24 -226 46 -226 46 -220V-6C46 34 26 46 12 52V190C16 204 -16 204 -12 190V52C-26 46 -46 34 -46 -6z',
  )
}

function tuningKey(): string {
  return [
    sheet('#78848a', box(-10, -150, 20, 190)),
    sheet('#5d666a', box(-18, 30, 36, 60)),
    sheet(
      '#6d4a34',
      shape('-110,-176 -60,-190 60,-190 110,-176 116,-160 104,-146 60,-136 -60,-136 -104,-146 -116,-160'),
    ),
    faint('#fff', 0.2, ellipse(-30, -174, 60, 6)),
  ].join('')
}

/** The bag, and the bottle of kefir that always went along. */
export function bagAndKefir(): string {
  return scene(
    { width: 1000, height: 1000, ground: '#c7b79c' },
    sheet('#8a6f54', box(0, 720, 1000, 280)),
    faint('#000', 0.08, box(0, 800, 1000, 5), box(0, 890, 1000, 5)),
    thread('#4b3326', 20, 'M330 440C330 330 550 330 550 440'),
    at(590, 400, sheet('#8d989b', 'M-12 -130h8v86q4 12 8 0v-86h8v90q0 22 -9 26V60h-6V-14q-9 -4 -9 -26z'), { turn: 12 }),
    sheet('#6d4a38', shape('180,460! 230,430 440,424 650,430 700,460! 740,800! 700,826 180,826 140,800!')),
    sheet('#7d5743', shape('170,560! 440,600 710,560! 700,470! 640,436 240,436 180,470!')),
    thread('#a98562', 4, 'M186 548Q440 586 694 548'),
    sheet('#c9a04f', box(404, 560, 72, 56)),
    flat('#6d4a38', disc(440, 586, 9)),
    sheet('#a7514a', shape('260,438! 250,400 330,392 350,438!')),
    bottle(),
    note(),
  )
}

function bottle(): string {
  return [
    sheet(
      '#e7ece8',
      shape('800,500! 806,560 772,620 764,660! 764,824 780,836 900,836 916,824! 916,660! 908,620 874,560 880,500!'),
    ),
    flat('#fbfaf5', shape('772,670! 908,670! 908,820! 772,820!')),
    sheet('#6f9a7c', shape('790,506! 796,476! 884,476! 890,506!')),
    faint('#fff', 0.7, box(782, 640, 10, 150)),
  ].join('')
}

function note(): string {
  return at(
    330,
    900,
    [sheet('#f7f1e2', box(-120, -60, 240, 120)), thread('#8a7d68', 4, 'M-96 -30h150M-96 -4h180M-96 22h110')].join(''),
    { turn: -7 },
  )
}
