import type { Sitter } from './sitter'
import { line, onBothSides, type Point, shape, symmetrical } from './svg'

/** The body down to the page's edge in the colour of its main garment, turning into shade on its right. */
export function drawTorso(sitter: Sitter, colour: string, shade: string): string {
  const { shoulder, stoop } = sitter.build
  const outline = torsoOutline(sitter)
  const armpit = shoulder - 74
  return (
    `<linearGradient id="turn" x1="0.35" x2="1"><stop stop-color="${shade}" stop-opacity="0"/><stop offset="1" stop-color="${shade}"/></linearGradient>` +
    shape(outline, colour) +
    shape(outline, 'url(#turn)') +
    onBothSides(
      line(`M${-armpit} ${600 + stoop}C${-armpit - 4} 700 ${-armpit - 14} 800 ${-armpit - 18} 900`, shade, 6, 0.8),
    )
  )
}

export function torsoOutline({ build: { neck, shoulder, stoop } }: Sitter): string {
  const collar = neck + 16
  const top = 284 + stoop / 2
  const rightSide: Point[] = [
    [collar, top],
    [collar + 26, top + 48],
    [shoulder * 0.58, 352 + stoop],
    [shoulder * 0.72, 384 + stoop],
    [shoulder * 0.86, 416 + stoop],
    [shoulder, 452 + stoop],
    [shoulder + 14, 540 + stoop],
    [shoulder + 34, 660],
    [shoulder + 40, 780],
    [shoulder + 46, 900],
  ]
  return `${symmetrical(rightSide)}C${-collar + 20} 340 -40 360 0 360S${collar - 20} 340 ${collar} ${top}z`
}
