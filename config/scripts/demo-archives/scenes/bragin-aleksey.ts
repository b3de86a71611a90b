import { house, stool } from '../home'
import { birch, cloud, ripples, tree } from '../nature'
import { at, box, disc, ellipse, faint, flat, land, scene, shape, sheet, thread, times } from '../paper'
import { plane } from '../plane'

/** The aeroplane with eyes and cheeks, as he drew it. */
export function planeWithCheeks(): string {
  return scene(
    { width: 1200, height: 800, ground: '#c5d8e0' },
    flat('#f4e5bd', disc(170, 150, 76)),
    cloud(900, 180, 1.2),
    cloud(330, 560, 0.9),
    cloud(1020, 560, 1.4),
    at(600, 400, plane(), { turn: -6, scale: 1.25 }),
    sheet('#a9bf95', land('-40,720 300,690 800,730 1240,680', 1200, 800)),
  )
}

/** The mosquito in a flying helmet. */
export function mosquitoPilot(): string {
  return scene(
    { width: 1000, height: 1000, ground: '#e9e0c8' },
    ...times12((index) => faint('#8fa4b3', 0.35, box(0, 90 + index * 78, 1000, 3))),
    faint('#c46a4a', 0.5, box(110, 0, 3, 1000)),
    at(520, 520, mosquito(), { turn: -12, scale: 1.25 }),
    thread('#9a8f78', 5, 'M150 820C260 700 330 860 250 860S220 740 330 690'),
  )
}

function times12(draw: (index: number) => string): string[] {
  return Array.from({ length: 12 }, (_, index) => draw(index))
}

function mosquito(): string {
  return [
    faint('#b9cdd4', 0.9, ellipse(-20, -170, 60, 150)),
    at(40, -60, sheet('#cfdfe4', ellipse(0, -120, 46, 130)), { turn: 26 }),
    at(-60, -60, sheet('#cfdfe4', ellipse(0, -120, 46, 130)), { turn: -22 }),
    thread(
      '#5b5348',
      9,
      'M-80 60L-150 150L-130 250M-20 70L-50 170L-10 260M40 60L60 160L120 230M-120 40L-220 90L-250 190',
    ),
    sheet('#8a7d68', shape('-60,-10 -160,0 -270,60 -310,120! -220,110 -110,70 -40,50')),
    ...[-120, -170, -220].map((x, index) => thread('#6b604f', 9, `M${x} ${4 + index * 22}l10 ${58 - index * 8}`)),
    sheet('#8a7d68', ellipse(0, 20, 84, 66)),
    sheet('#6d4f3c', shape('50,0 40,-70 84,-124 150,-124 196,-80 196,-20! 120,-6')),
    sheet('#e8c9a8', shape('90,-8! 130,-40 190,-34 202,0 180,44 130,58 90,40')),
    sheet('#6d4f3c', shape('60,-20! 96,-30 104,30 84,66 56,40')),
    thread('#4c382b', 7, 'M84 62Q110 84 136 60'),
    thread('#5b5348', 8, 'M198 14L330 70'),
    sheet('#4c382b', shape('96,-78! 196,-74! 196,-44! 96,-46!')),
    flat('#cfdfe2', disc(128, -60, 24), disc(178, -58, 20)),
    thread('#b59a6e', 7, 'M128 -84a24 24 0 1 0 .1 0M178 -78a20 20 0 1 0 .1 0'),
    flat('#33322d', disc(150, 2, 7), disc(184, 4, 6)),
    faint('#d98a78', 0.8, disc(146, 24, 11)),
    thread('#33322d', 5, 'M162 30Q172 40 182 30'),
  ].join('')
}

/** Kineshma's high bank over the Volga. */
export function highBank(): string {
  return scene(
    { width: 1600, height: 640, ground: '#dfe0d2' },
    flat('#f4dfb0', disc(1270, 150, 62)),
    cloud(420, 120, 0.8),
    cloud(900, 90, 0.6),
    sheet('#b3bfa2', land('-40,330 500,310 1000,326 1640,300', 1600, 640)),
    sheet('#9fb3b8', shape('-40,366! 1640,352! 1640,660! -40,660!')),
    ripples('#c3d0d0', { x: 500, y: 390, width: 1080, height: 220 }),
    at(1010, 450, sail('#f4eee0'), { scale: 1.1 }),
    at(1330, 410, sail('#e6c9a8'), { scale: 0.7 }),
    barge(),
    sheet('#8f9d74', shape('-40,210! 160,196 330,214 470,260 560,360 640,480 760,560 800,660! -40,660!')),
    sheet('#a8b288', shape('-40,330! 140,330 300,400 420,500 520,660! -40,660!')),
    at(130, 226, house({ wall: '#b08a63', roof: '#7d5648', trim: '#f2ebdc', glass: '#a9bcc0' }), { scale: 0.62 }),
    at(330, 250, tree('#8ba07a', '#6d5846'), { scale: 0.8 }),
    at(410, 300, birch('#a7b077'), { scale: 0.6 }),
    times(10, (index) => sheet('#d9c9a8', box(452 + index * 24, 330 + index * 24, 34, 7))),
  )
}

function sail(cloth: string): string {
  return [
    sheet(cloth, shape('6,-150! 60,-70 74,-24! 6,-24!')),
    sheet(cloth, shape('-6,-132! -46,-70 -54,-24! -6,-24!')),
    thread('#5b4636', 5, 'M0 -156V-8'),
    sheet('#7d5648', shape('-72,-14! 88,-14! 60,14! -50,14!')),
  ].join('')
}

function barge(): string {
  return [sheet('#6f5a4a', shape('700,400! 900,400! 884,430! 716,430!')), sheet('#b08a63', box(730, 376, 60, 26))].join(
    '',
  )
}

/** The last letter: the yard, the table under the lime, four stools, one of them taken. */
export function lastLetter(): string {
  return scene(
    { width: 1200, height: 800, ground: '#eae1ca' },
    flat('#f4e5bd', disc(1020, 150, 64)),
    at(190, 560, house({ wall: '#b08a63', roof: '#7d5648', trim: '#f2ebdc', glass: '#a9bcc0' }), { scale: 1.25 }),
    sheet('#bfc79d', land('-40,560 400,540 900,560 1240,530', 1200, 800)),
    at(760, 640, tree('#9db07e', '#6d5846'), { scale: 2.9 }),
    sheet('#a8b384', land('-40,640 400,620 900,646 1240,620', 1200, 800)),
    at(460, 720, stool('#8a6a4c'), { scale: 1.2 }),
    at(980, 720, stool('#8a6a4c'), { scale: 1.2 }),
    table(),
    at(590, 770, stool('#8a6a4c'), { scale: 1.3 }),
    at(860, 770, stool('#b5533f'), { scale: 1.3 }),
    sheet('#f7f1e2', box(832, 712, 56, 34)),
    thread('#7a6f5c', 3, 'M840 724h40M840 734h28'),
  )
}

function table(): string {
  return [
    sheet('#7a5b42', box(570, 610, 22, 130), box(860, 610, 22, 130)),
    sheet('#9a7453', box(530, 590, 390, 24)),
    sheet('#b5533f', disc(660, 576, 15)),
    sheet('#c9a04f', disc(694, 578, 13)),
    sheet('#f4eee0', shape('760,590! 770,540! 830,540! 840,590!')),
    thread('#f4eee0', 7, 'M838 552q26 4 6 28'),
  ].join('')
}
