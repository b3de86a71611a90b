import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { LINK_PICTURE_SIZE, type LinkPicture } from '../../link-picture'
import { FONTS_SETTINGS_FILE } from '../../link-picture-fonts'
import type { DrawingTask } from '../picture-task'
import { COLOURS } from './colours'
import { FRAMED_PORTRAIT, framedPortrait } from './framed-portrait'
import { drawText, outline, type Size, textLayer } from './layers'
import { words } from './words'

const { width: WIDTH, height: HEIGHT } = LINK_PICTURE_SIZE
const MARGIN = 84
/** Between a portrait and the text next to it. */
const GUTTER = 60
/** Between the text and the name of the site. */
const FOOT_GAP = 30
/** The inset of the thin line around text without a portrait. */
const OUTLINE_INSET = 32
const OUTLINE_WIDTH = 2
const SITE_NAME_LOOK = { size: 30, colour: COLOURS.grey }
const JPEG_QUALITY = 86

/** Draws a link preview into a JPEG file, with a portrait or with text alone. */
export async function drawLinkPicture({ drawing, portrait, target, fontsFolder }: DrawingTask): Promise<'drawn'> {
  // Must be set before the first text: fontconfig looks for fonts once per process.
  process.env.FONTCONFIG_FILE = path.join(fontsFolder, FONTS_SETTINGS_FILE)
  const layers = portrait ? await besidePortrait(drawing, portrait) : await wordsAlone(drawing)
  await sharp({ create: { ...LINK_PICTURE_SIZE, channels: 3, background: COLOURS.ground } })
    .composite(layers)
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toFile(target)
  return 'drawn'
}

async function besidePortrait(drawing: LinkPicture, portrait: string): Promise<OverlayOptions[]> {
  const top = Math.round((HEIGHT - FRAMED_PORTRAIT.height) / 2)
  const left = MARGIN + FRAMED_PORTRAIT.width + GUTTER
  const siteName = await drawText(drawing.siteName, SITE_NAME_LOOK)
  const foot = top + FRAMED_PORTRAIT.height - siteName.height
  return [
    ...(await framedPortrait(portrait, { left: MARGIN, top }, { mat: COLOURS.paper, line: COLOURS.line })),
    ...(await words(
      drawing,
      { width: WIDTH - MARGIN - left, align: 'left', titleMaxSize: 68 },
      { top, bottom: foot - FOOT_GAP, leftOf: () => left },
    )),
    textLayer(siteName, { left, top: foot }),
  ]
}

async function wordsAlone(drawing: LinkPicture): Promise<OverlayOptions[]> {
  const leftOf = ({ width }: Size) => Math.round((WIDTH - width) / 2)
  const siteName = drawing.siteName ? await drawText(drawing.siteName, SITE_NAME_LOOK) : undefined
  const foot = HEIGHT - MARGIN - (siteName?.height ?? 0)
  return [
    ...outline(COLOURS.line, OUTLINE_WIDTH, {
      left: OUTLINE_INSET,
      top: OUTLINE_INSET,
      width: WIDTH - 2 * OUTLINE_INSET,
      height: HEIGHT - 2 * OUTLINE_INSET,
    }),
    ...(await words(
      drawing,
      { width: WIDTH - 2 * MARGIN, align: 'centre', titleMaxSize: 92 },
      { top: MARGIN, bottom: siteName ? foot - FOOT_GAP : HEIGHT - MARGIN, leftOf },
    )),
    ...(siteName ? [textLayer(siteName, { left: leftOf(siteName), top: foot })] : []),
  ]
}
