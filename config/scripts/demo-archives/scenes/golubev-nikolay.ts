import { cup, lamp, windowFrame } from '../home'
import { fir, ripples, stars } from '../nature'
import { at, box, disc, ellipse, faint, flat, land, scene, shape, sheet, thread, times } from '../paper'

/** Evening on the Kama: the buoys are lit, one after another. */
export function litBuoys(): string {
  return scene(
    { width: 1600, height: 640, ground: '#56687c' },
    sheet('#6f7f90', shape('-40,230! 500,200 1000,224 1640,190! 1640,340! -40,340!')),
    faint('#eec98f', 0.55, ellipse(1120, 316, 420, 60)),
    stars(34, 1600, 180),
    flat('#f3e4c0', disc(380, 116, 40)),
    flat('#56687c', disc(396, 106, 36)),
    sheet('#3f5160', land('-40,310 400,292 900,312 1640,284', 1600, 640)),
    ...[40, 90, 150, 1180, 1250, 1310, 1400, 1480, 1550].map((x, index) =>
      at(x, 318, fir('#34444f'), { scale: 0.35 + (index % 3) * 0.1 }),
    ),
    sheet('#4d6070', shape('-40,330! 1640,322! 1640,660! -40,660!')),
    ripples('#6d8190', { x: 20, y: 350, width: 1560, height: 260 }),
    buoy(240, 560, 1.25, '#e25f48'),
    buoy(560, 480, 0.95, '#f0c15a'),
    buoy(820, 424, 0.7, '#e25f48'),
    buoy(1010, 386, 0.5, '#f0c15a'),
    buoy(1150, 362, 0.36, '#e25f48'),
    rowingBoat(1250, 540),
  )
}

function buoy(x: number, y: number, scale: number, light: string): string {
  return at(
    x,
    y,
    [
      faint(light, 0.2, disc(0, -94, 76)),
      faint(light, 0.3, disc(0, -94, 42)),
      faint(light, 0.35, ellipse(0, 40, 14, 44)),
      sheet('#6b4a3c', shape('-40,0! -22,-66! 22,-66! 40,0!')),
      flat('#d9cdb4', shape('-33,-24! -28,-44! 28,-44! 33,-24!')),
      sheet('#3b332d', shape('-70,0! 70,0! 54,16! -54,16!'), box(-12, -110, 24, 44)),
      flat(light, box(-8, -104, 16, 26)),
    ].join(''),
    { scale },
  )
}

function rowingBoat(x: number, y: number): string {
  return at(
    x,
    y,
    [
      thread('#8a6a4c', 7, 'M10 -14L110 34M-20 -14L-110 30'),
      sheet('#2e3338', shape('-26,-20! -30,-64 -14,-90 10,-92 26,-66 24,-20!')),
      sheet('#2e3338', disc(0, -108, 19)),
      sheet('#2e3338', shape('-26,-112! -18,-130 14,-132 24,-114!')),
      sheet('#5b4636', shape('-130,-26! -40,-10 40,-10 130,-28! 104,16! -100,16!')),
      faint('#f0c15a', 0.4, disc(104, -52, 40)),
      sheet('#3b332d', box(94, -66, 20, 34)),
      flat('#f0c15a', box(98, -62, 12, 24)),
    ].join(''),
  )
}

/** The keeper's hut on the cliff, and the goat that knew the stairs. */
export function hutOnTheCliff(): string {
  return scene(
    { width: 900, height: 1200, ground: '#dbe2dc' },
    flat('#f4dfb0', disc(690, 210, 70)),
    sheet('#b5c1b3', land('-40,640 400,600 940,640', 900, 1200)),
    sheet('#93a9b0', shape('-40,760! 940,740! 940,1220! -40,1220!')),
    ripples('#b9c8cb', { x: 380, y: 800, width: 500, height: 360 }),
    sheet('#a98c68', shape('-40,450! 240,440 430,470 480,520 500,640 560,800 600,980 690,1100 720,1220! -40,1220!')),
    faint(
      '#7d6448',
      0.3,
      shape('60,640 220,620 300,660 180,690'),
      shape('120,860 320,850 390,900 220,920'),
      shape('60,1040 300,1030 420,1080 200,1100'),
    ),
    sheet('#8f9d74', shape('-40,450! 240,430 430,462 492,520 480,540 400,500 240,480 -40,492!')),
    at(80, 452, fir('#64775f'), { scale: 1.5 }),
    at(250, 446, hut()),
    at(404, 466, lampPost()),
    times(17, (index) => sheet('#e3d3b3', box(470 + index * 13, 552 + index * 34, 74, 9))),
    thread('#c9b48e', 7, 'M470 540L700 1130M540 540L770 1130'),
    at(622, 868, goat(), { scale: 0.9 }),
    boatAtTheBank(),
  )
}

function hut(): string {
  return [
    sheet('#7a5b42', box(-84, -120, 168, 124)),
    sheet('#5f4736', shape('-110,-112! 0,-196! 110,-112!')),
    sheet('#5f4736', box(40, -196, 22, 56)),
    flat('#f3dc98', box(-52, -84, 46, 46)),
    flat('#7a5b42', box(-31, -84, 4, 46), box(-52, -63, 46, 4)),
    sheet('#8f6d50', box(20, -86, 42, 90)),
  ].join('')
}

function lampPost(): string {
  return [
    thread('#5f4736', 8, 'M0 6V-130M0 -126H34'),
    flat('#f0c15a', disc(36, -108, 13)),
    faint('#f0c15a', 0.3, disc(36, -108, 34)),
  ].join('')
}

function goat(): string {
  return [
    thread('#e9e3d6', 10, 'M-34 0V46M-18 4V48M24 4V40M38 0V36'),
    sheet('#f4f0e6', shape('-56,-34 -30,-50 20,-50 48,-40 52,-8 30,10 -30,10 -52,-4')),
    sheet('#f4f0e6', shape('34,-36! 50,-80 78,-86 104,-66 100,-54 78,-52 60,-20!')),
    thread('#8a7d68', 6, 'M66 -84C64 -104 50 -114 40 -112M76 -84C78 -104 68 -118 56 -120'),
    thread('#f4f0e6', 6, 'M92 -54L88 -36'),
    sheet('#f4f0e6', shape('-54,-36! -74,-50 -66,-28!')),
    flat('#3b332d', disc(80, -70, 3.5)),
  ].join('')
}

function boatAtTheBank(): string {
  return sheet('#5b4636', shape('640,1096! 700,1112 780,1110 850,1088! 826,1136! 664,1136!'))
}

/** He stands on the cape with a lamp until the steamer has passed. */
export function lampInTheFog(): string {
  return scene(
    { width: 1200, height: 800, ground: '#c3c8c6' },
    faint('#aeb6b6', 0.8, land('-40,330 400,300 900,330 1240,300', 1200, 800)),
    at(820, 430, `<g opacity="0.55">${steamer()}</g>`),
    faint('#d4d7d3', 0.85, shape('-40,400! 400,380 800,412 1240,390! 1240,480! 800,470 400,490 -40,470!')),
    sheet('#a3adad', shape('-40,500! 1240,486! 1240,820! -40,820!')),
    ripples('#bcc4c2', { x: 420, y: 530, width: 740, height: 230 }),
    faint('#d4d7d3', 0.6, shape('300,560 620,540 900,566 1240,546 1260,600 900,612 600,600 320,612')),
    sheet('#6f6a58', shape('-40,560! 120,540 280,556 400,600 460,650 420,700 300,820! -40,820!')),
    at(290, 590, keeper()),
  )
}

function steamer(): string {
  return [
    faint('#fff', 0.7, disc(-70, -180, 30), disc(-120, -196, 40), disc(-180, -200, 46)),
    sheet('#5d6668', box(-50, -150, 34, 80)),
    sheet('#e4e2da', box(-150, -78, 260, 44), box(-110, -110, 180, 36)),
    ...[-130, -90, -50, -10, 30, 70].map((x) => flat('#efd9a0', box(x, -66, 20, 20))),
    sheet('#5d6668', shape('-210,-36! 190,-36! 160,20! -180,20!')),
    sheet('#4f585a', disc(0, -2, 44)),
  ].join('')
}

function keeper(): string {
  return [
    faint('#f3d58c', 0.28, disc(74, -130, 150)),
    faint('#f3d58c', 0.4, disc(74, -130, 84)),
    sheet('#3a3a38', shape('-36,10! -40,-70 -30,-136 0,-150 28,-136 38,-70 34,10!')),
    sheet('#3a3a38', disc(2, -172, 24)),
    sheet('#3a3a38', shape('-26,-178! -16,-202 18,-204 40,-180!')),
    sheet('#3a3a38', shape('16,-176! 30,-158 24,-128 6,-140!')),
    thread('#3a3a38', 16, 'M20 -122L70 -150'),
    sheet('#3b332d', box(60, -146, 28, 44)),
    flat('#f7e2a0', box(65, -140, 18, 32)),
    thread('#3b332d', 4, 'M62 -146Q74 -170 86 -146'),
  ].join('')
}

/** From the kitchen one could see a bit of the Kama, and the green light on the other side. */
export function greenLight(): string {
  const pane = { x: 250, y: 150, width: 500, height: 500 }
  return scene(
    { width: 1000, height: 1000, ground: '#8d8371' },
    flat('#3f5163', box(pane.x, pane.y, pane.width, pane.height)),
    at(250, 150, stars(16, 500, 160)),
    flat('#33424f', shape('240,430! 420,410 600,426 760,404! 760,500! 240,500!')),
    flat('#2b353e', box(250, 500, 130, 150), box(640, 470, 110, 180), shape('240,500! 315,450! 390,500!')),
    flat('#4d6472', shape('380,486! 640,478! 640,640! 380,640!')),
    ...[500, 530, 564, 600].map((y, index) => thread('#6d8492', 4, `M${410 + index * 26} ${y}h${60 + index * 16}`)),
    flat('#2b353e', box(380, 620, 260, 30)),
    flat('#f0cf85', box(664, 510, 22, 26), box(704, 556, 22, 26), box(280, 540, 24, 28)),
    faint('#8fd6a0', 0.25, disc(520, 450, 50)),
    faint('#8fd6a0', 0.4, disc(520, 450, 24)),
    flat('#b5f0bf', disc(520, 450, 8)),
    faint('#8fd6a0', 0.5, box(517, 490, 6, 60)),
    flat('#8d8371', box(250, 650, 500, 60)),
    windowFrame(pane, '#d8cfbb'),
    sheet('#5f4a3a', box(0, 830, 1000, 24)),
    flat('#54402f', box(0, 854, 1000, 146)),
    at(250, 832, lamp('#f3d58c'), { scale: 1.15 }),
    at(560, 832, cup('#e9e3d6', '#7d8ea0'), { scale: 1.1 }),
    at(790, 832, watch()),
  )
}

/** The watch that he was given for eleven hours in the fog. */
function watch(): string {
  return [
    thread('#b59a5b', 6, 'M-60 -40C-130 -60 -150 0 -100 -4S-60 -70 -20 -96'),
    sheet('#b59a5b', disc(0, -54, 54), box(-9, -124, 18, 22)),
    flat('#f4eee0', disc(0, -54, 42)),
    ...[0, 1, 2, 3].map((quarter) =>
      flat('#54402f', disc(34 * Math.cos((quarter * Math.PI) / 2), -54 + 34 * Math.sin((quarter * Math.PI) / 2), 4)),
    ),
    thread('#3b332d', 5, 'M0 -54V-82M0 -54L20 -44'),
  ].join('')
}
