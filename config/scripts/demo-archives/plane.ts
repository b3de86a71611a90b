import { at, disc, ellipse, faint, flat, shape, sheet, thread } from './paper'

/** The aeroplane with eyes and cheeks. It flies to the right; `wave` turns its wing, in degrees. */
export function plane(wave = 0): string {
  return [
    sheet('#5f7a5c', shape('-210,-6! -262,-86! -206,-86! -150,-20!')),
    sheet('#74906c', shape('-240,-8! -270,10 -240,22! -150,24! -150,-10!')),
    at(-10, 30, sheet('#5a7457', shape('-60,0! 60,0! 40,92 10,108 -30,96!')), { turn: -wave * 0.6 }),
    sheet('#74906c', shape('-236,-8 -120,-52 40,-66 150,-44 196,0 150,48 40,62 -120,30')),
    flat('#8aa580', shape('-236,-8 -120,-52 40,-66 150,-44 172,-20! 40,-34 -120,-20')),
    sheet('#cfdfe2', shape('-40,-60! -20,-102 40,-108 74,-62!')),
    thread('#5a7457', 6, 'M18 -106V-64'),
    flat('#f7f3e8', ellipse(98, -16, 19, 24), ellipse(148, -12, 15, 21)),
    flat('#33322d', disc(104, -12, 9), disc(152, -8, 8)),
    faint('#d98a78', 0.85, disc(82, 24, 17), disc(160, 22, 12)),
    thread('#33322d', 6, 'M106 26Q124 44 142 26'),
    sheet('#b5533f', ellipse(200, 0, 18, 22)),
    faint('#7d868a', 0.35, ellipse(216, 0, 9, 92)),
    sheet('#6d5442', shape('214,-84! 222,-84! 218,0 222,84! 214,84! 216,0')),
    at(-20, 14, sheet('#67825f', shape('-72,-12! 80,-14! 40,128 -10,150 -70,134!')), { turn: wave }),
  ].join('')
}
