import type { Sitter } from './sitter'
import { line, onBothSides, shape } from './svg'

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
  const side = (sign: number) => ({
    collar: `${sign * collar} ${284 + stoop / 2}`,
    slope: `${sign * (collar + 26)} ${332 + stoop / 2} ${sign * (shoulder * 0.58)} ${352 + stoop} ${sign * shoulder * 0.72} ${384 + stoop}`,
  })
  const out = Math.round(shoulder)
  return (
    `M${side(-1).collar}C${side(-1).slope}` +
    `C${-out * 0.86} ${416 + stoop} ${-out} ${452 + stoop} ${-out - 14} ${540 + stoop}C${-out - 34} 660 ${-out - 40} 780 ${-out - 46} 900` +
    `H${out + 46}C${out + 40} 780 ${out + 34} 660 ${out + 14} ${540 + stoop}C${out} ${452 + stoop} ${out * 0.86} ${416 + stoop} ${Math.round(shoulder * 0.72)} ${384 + stoop}` +
    `C${shoulder * 0.58} ${352 + stoop} ${collar + 26} ${332 + stoop / 2} ${side(1).collar}` +
    `C${collar - 20} 340 40 360 0 360S${-collar + 20} 340 ${side(-1).collar}z`
  )
}
