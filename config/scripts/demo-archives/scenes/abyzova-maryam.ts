import { books, windowFrame } from '../home'
import { fir } from '../nature'
import { at, box, disc, ellipse, faint, flat, land, scene, shape, sheet, thread, times } from '../paper'

/** Shelves on both sides of a winter window, a green lamp on the table. */
export function readingRoom(): string {
  const pane = { x: 460, y: 110, width: 280, height: 380 }
  return scene(
    { width: 1200, height: 800, ground: '#d9c7a8' },
    flat('#9fb0b8', box(pane.x, pane.y, pane.width, pane.height)),
    flat('#e9edec', shape('440,400! 520,380 620,396 760,376! 760,490! 440,490!')),
    at(540, 410, fir('#5f7676'), { scale: 0.7 }),
    at(650, 402, fir('#6d8484'), { scale: 0.5 }),
    flat(
      '#ffffff',
      ...Array.from({ length: 26 }, (_, index) =>
        disc(470 + ((index * 73) % 262), 120 + ((index * 131) % 350), 3 + (index % 3)),
      ),
    ),
    flat('#d9c7a8', box(0, 490, 1200, 310), box(0, 0, 434, 800), box(766, 0, 434, 800)),
    windowFrame(pane, '#f2ebdc'),
    shelves(20, 1),
    shelves(806, 5),
    sheet('#7a5840', box(0, 640, 1200, 26)),
    flat('#684a36', box(0, 666, 1200, 134)),
    greenLamp(),
    openBook(),
    sheet('#eadfc6', box(860, 628, 150, 12), box(872, 616, 130, 12), box(866, 604, 140, 12)),
  )
}

function shelves(x: number, seed: number): string {
  return [
    sheet('#8a6a4c', box(x, 60, 374, 520)),
    flat('#6d5139', box(x + 16, 76, 342, 148), box(x + 16, 244, 342, 148), box(x + 16, 412, 342, 152)),
    ...[224, 392, 564].map((y, row) => at(x + 24, y, books(326, seed + row * 3))),
  ].join('')
}

function greenLamp(): string {
  return [
    faint('#f7e3a0', 0.4, ellipse(320, 630, 210, 40)),
    sheet('#5a4632', box(312, 470, 16, 150), ellipse(320, 630, 64, 14)),
    sheet('#4d6b58', shape('220,480! 250,430 320,410 390,430 420,480!')),
    flat('#f7e3a0', box(226, 480, 188, 6)),
  ].join('')
}

function openBook(): string {
  return [
    sheet('#f6f0e2', shape('480,632! 500,596! 560,588 600,604! 640,588 700,596! 720,632! 650,624 600,636! 550,624')),
    ...[604, 612].map((y) => thread('#b9ac93', 2, `M512 ${y}q40 -8 76 4M612 ${y + 4}q36 -12 76 -4`)),
  ].join('')
}

/** The shelf at home, every book in a new binding. */
export function homeShelf(): string {
  return scene(
    { width: 900, height: 1200, ground: '#c9b79b' },
    ...[0, 1, 2, 3].map((row) => {
      const y = 250 + row * 270
      return [
        at(70, y, `<g transform="scale(1.5)">${books(row === 1 ? 300 : 500, row * 4 + 2)}</g>`),
        row === 1 ? at(640, y, vase()) : '',
        sheet('#7a5b42', box(30, y, 840, 26)),
      ].join('')
    }),
    sheet('#6d4f39', box(0, 0, 44, 1200), box(856, 0, 44, 1200)),
  )
}

function vase(): string {
  return [
    thread('#6b7355', 6, 'M0 -110C-10 -160 -40 -170 -46 -200M0 -110C6 -160 40 -160 54 -186M0 -110V-206'),
    sheet('#d8b25e', disc(-46, -204, 18), disc(54, -190, 16), disc(0, -212, 20)),
    sheet('#5d7480', shape('-24,-116! 24,-116! 20,-92 52,-46 30,0! -30,0! -52,-46 -20,-92')),
  ].join('')
}

/** Chistopol in winter: the frozen Kama, roofs, a minaret and a bell tower. */
export function winterTown(): string {
  return scene(
    { width: 1600, height: 640, ground: '#c6d0d4' },
    flat('#f1e3c8', disc(1220, 170, 64)),
    sheet('#aebcc2', land('-40,330 200,290 480,320 800,270 1200,310 1640,280', 1600, 640)),
    at(420, 330, minaret()),
    at(1010, 310, bellTower()),
    ...[150, 270, 540, 660, 780, 900, 1150, 1270, 1400].map((x, index) =>
      at(x, 352 - ((index * 17) % 30), smallHouse(index), { scale: 0.9 + (index % 3) * 0.15 }),
    ),
    sheet('#e6ebeb', land('-40,380 300,352 700,372 1100,346 1640,376', 1600, 640)),
    ...[60, 96, 1500, 1544].map((x) => at(x, 400, fir('#5f7676'), { scale: 0.8 })),
    sheet('#f5f6f3', land('-40,450 400,430 900,456 1640,426', 1600, 640)),
    sheet('#b7c7cc', shape('-40,500! 400,486 900,508 1640,482! 1640,570! 900,590 300,566 -40,584!')),
    thread('#d8e2e4', 4, 'M120 530q90 -10 200 2M640 548q120 8 240 -4M1180 528q110 -10 220 0'),
  )
}

function smallHouse(seed: number): string {
  const wall = ['#8a7460', '#9a6f5c', '#6f7b74'][seed % 3] ?? ''
  return [
    sheet(wall, box(-40, -46, 80, 60)),
    sheet('#f5f6f3', shape('-52,-42! 0,-92! 52,-42!')),
    flat('#f0d58e', box(-20, -26, 14, 18), box(8, -26, 14, 18)),
  ].join('')
}

function minaret(): string {
  return [
    sheet('#7f8f88', box(-70, -70, 140, 100)),
    sheet('#5f7a70', shape('-84,-66! 0,-120! 84,-66!')),
    sheet('#dcd7c7', box(-14, -210, 28, 120)),
    sheet('#5f7a70', shape('-22,-208! 0,-290! 22,-208!')),
    thread('#5f7a70', 4, 'M0 -290v-16'),
  ].join('')
}

function bellTower(): string {
  return [
    sheet('#d9d2c2', box(-26, -170, 52, 200), box(-70, -40, 140, 70)),
    sheet('#7d8ea0', shape('-30,-168! -26,-206 0,-230 26,-206 30,-168!')),
    thread('#7d8ea0', 4, 'M0 -228v-34M-9 -250h18'),
    flat('#8b8373', box(-9, -146, 18, 40)),
  ].join('')
}

/** Thread, glue and a book in its covers. */
export function bindersTable(): string {
  return scene(
    { width: 1000, height: 1000, ground: '#a98c6b' },
    ...[0, 1, 2, 3].map((row) => faint('#000', 0.06, box(0, row * 250, 1000, 5))),
    at(420, 560, coverAndBlock(), { turn: -9 }),
    at(790, 280, gluePot()),
    at(200, 240, spool()),
    thread('#f3ead6', 5, 'M226 262C330 330 300 420 380 400S520 330 560 380'),
    thread('#6b4d36', 16, 'M690 700L900 860'),
    sheet('#d9d4c8', shape('690,712! 640,656 632,636! 660,644 704,694!')),
    times(3, (index) =>
      at(
        170 + index * 26,
        850 - index * 18,
        sheet(['#54684f', '#8d5b4c', '#3f5563'][index] ?? '', box(-70, -60, 140, 120)),
        { turn: index * 11 - 14 },
      ),
    ),
  )
}

function coverAndBlock(): string {
  return [
    sheet('#7d4a3e', box(-260, -210, 250, 420), box(10, -210, 250, 420), box(-10, -210, 20, 420)),
    sheet('#f4ecda', box(30, -190, 214, 380)),
    ...Array.from({ length: 9 }, (_, row) =>
      thread('#cbbfa6', 4, `M56 ${-150 + row * 36}h${row % 4 === 3 ? 90 : 160}`),
    ),
    thread('#d8b36c', 5, 'M-230 -180h190v360h-190z'),
    flat('#d8b36c', shape('-135,-40! -110,0! -135,40! -160,0!')),
  ].join('')
}

function gluePot(): string {
  return [
    sheet('#5d6f78', disc(0, 0, 92)),
    sheet('#e9dcb8', disc(0, 0, 74)),
    thread('#4b3a2c', 16, 'M-20 20L90 -130'),
    faint('#fff', 0.5, ellipse(-24, -24, 20, 10)),
  ].join('')
}

function spool(): string {
  return [sheet('#8a6647', disc(0, 0, 74)), sheet('#f3ead6', disc(0, 0, 56)), sheet('#8a6647', disc(0, 0, 18))].join('')
}
