import { pick } from './chance'
import type { Sitter } from './sitter'
import { ellipse, line, onBothSides, shape } from './svg'
import { drawTorso } from './torso'

const BUTTON_RADIUS = 11

export function drawJacket(sitter: Sitter): string {
  const { palette, chance } = sitter
  return (
    drawTorso(sitter, palette.cloth, palette.clothDark) +
    shape('M-108 256C-90 400 -40 560 0 660C40 560 90 400 108 256C60 330 -60 330 -108 256z', palette.linen) +
    shape('M30 318L0 660C40 560 90 400 108 256C90 296 60 312 30 318z', palette.linenShade, 0.6) +
    pick(chance('tie'), [drawTie, drawTie, () => ''])(sitter) +
    drawShirtCollar(sitter) +
    onBothSides(
      shape(
        'M-106 256C-126 300 -140 330 -152 346L-226 452L-174 474L-198 512C-150 580 -70 640 4 680C-40 560 -90 400 -106 256z',
        palette.clothLight,
      ),
    ) +
    line('M2 678V900', palette.clothDark, 5) +
    shape(ellipse(-20, 700, BUTTON_RADIUS, BUTTON_RADIUS), palette.clothDark)
  )
}

export function drawStandCollarShirt(sitter: Sitter): string {
  const { palette } = sitter
  return (
    drawTorso(sitter, palette.linenShade, palette.linenDark) +
    drawStandCollar(sitter, palette.linen) +
    shape('M30 344L78 330V620H30z', palette.linen, 0.7) +
    [380, 460, 540].map((y) => shape(ellipse(54, y, 8, 8), palette.clothDark, 0.7)).join('')
  )
}

export function drawSweater(sitter: Sitter): string {
  const { palette } = sitter
  return (
    drawTorso(sitter, palette.cloth, palette.clothDark) +
    shape(
      'M-112 238C-60 282 60 282 112 238C124 270 128 310 126 344C60 392 -60 392 -126 344C-128 310 -124 270 -112 238z',
      palette.clothLight,
    ) +
    [-72, -36, 0, 36, 72]
      .map((x) => line(`M${x} ${286 - Math.abs(x) / 4}V${358 - Math.abs(x) / 4}`, palette.cloth, 5, 0.5))
      .join('')
  )
}

export function drawTunic(sitter: Sitter): string {
  const { palette } = sitter
  return (
    drawTorso(sitter, palette.cloth, palette.clothDark) +
    drawStandCollar(sitter, palette.clothLight) +
    line('M0 350V900', palette.clothDark, 5) +
    [420, 530, 640, 750]
      .map((y) => shape(ellipse(-18, y, BUTTON_RADIUS, BUTTON_RADIUS), palette.linenShade, 0.7))
      .join('') +
    onBothSides(
      line('M-272 530V640C-272 652 -264 660 -252 660H-138C-126 660 -118 652 -118 640V530', palette.clothDark, 4, 0.6) +
        shape('M-278 512H-112V552L-195 578L-278 552z', palette.clothLight) +
        shape(ellipse(-195, 554, 8, 8), palette.linenShade, 0.7),
    )
  )
}

export function drawOvercoat(sitter: Sitter): string {
  const { palette } = sitter
  return (
    drawTorso(sitter, palette.cloth, palette.clothDark) +
    shape('M-120 236C-60 300 60 300 120 236C140 300 120 420 60 520H-60C-120 420 -140 300 -120 236z', palette.accent) +
    line('M-110 290C-40 350 50 360 112 300M-100 350C-40 410 40 420 96 370', palette.accentDark, 6, 0.5) +
    onBothSides(
      shape(
        'M-118 240C-170 280 -220 330 -250 380L-262 500C-200 560 -100 660 4 740C-40 560 -110 420 -118 240z',
        palette.clothLight,
      ),
    ) +
    line('M2 738V900', palette.clothDark, 5)
  )
}

function drawShirtCollar({ palette, build }: Sitter): string {
  const inner = build.neck + 4
  return onBothSides(
    shape(`M${-inner} 246L${-inner - 14} 300L-62 398L0 336C-40 320 -76 290 ${-inner} 246z`, palette.linen) +
      line(`M${-inner - 14} 300L-62 398L0 336`, palette.linenShade, 3),
  )
}

function drawTie({ palette }: Sitter): string {
  return (
    shape('M-30 336H30L22 396H-22z', palette.accentDark) + shape('M-22 396H22L38 556L0 652L-38 556z', palette.accent)
  )
}

function drawStandCollar({ build }: Sitter, colour: string): string {
  const half = build.neck + 14
  return shape(
    `M${-half} 244C${-half + 40} 296 ${half - 40} 296 ${half} 244L${half + 8} 312C${half - 40} 362 ${-half + 40} 362 ${-half - 8} 312z`,
    colour,
  )
}
