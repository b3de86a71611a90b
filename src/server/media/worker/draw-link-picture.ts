import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { escapeXml } from '../../lib/escape'
import { COLOURS, FONTS_SETTINGS_FILE, LINK_PICTURE_SIZE, type LinkPicture } from '../link-picture'
import type { DrawingTask } from './picture-task'

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

const PICTURE = { width: 368, height: 460 }
const MAT_WIDTH = 12
const LINE_WIDTH = 2
const EDGE = MAT_WIDTH + LINE_WIDTH

/** Pixels, mat and line included. */
const FRAMED_PORTRAIT = { width: PICTURE.width + 2 * EDGE, height: PICTURE.height + 2 * EDGE }

/** Faces are above the middle: the crop is the same as on the memorial's page. */
const CROP_ANCHOR = { across: 0.5, down: 0.25 }

/** A portrait, cropped to the frame, in a mat and a thin line. */
async function framedPortrait(
  file: string,
  { left, top }: Place,
  colours: { mat: string; line: string },
): Promise<OverlayOptions[]> {
  const { width, height } = FRAMED_PORTRAIT
  return [
    rectangle(colours.line, { left, top, width, height }),
    rectangle(colours.mat, {
      left: left + LINE_WIDTH,
      top: top + LINE_WIDTH,
      width: width - 2 * LINE_WIDTH,
      height: height - 2 * LINE_WIDTH,
    }),
    { input: await cut(file), raw: { ...PICTURE, channels: 3 }, left: left + EDGE, top: top + EDGE },
  ]
}

async function cut(file: string): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata()
  const scale = Math.max(PICTURE.width / width, PICTURE.height / height)
  const scaled = {
    width: Math.max(PICTURE.width, Math.round(width * scale)),
    height: Math.max(PICTURE.height, Math.round(height * scale)),
  }
  return sharp(file)
    .resize({ ...scaled, fit: 'fill' })
    .extract({
      ...PICTURE,
      left: Math.round((scaled.width - PICTURE.width) * CROP_ANCHOR.across),
      top: Math.round((scaled.height - PICTURE.height) * CROP_ANCHOR.down),
    })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** Relative to the font's own line height. */
const LINE_HEIGHT = 0.9

/** Pixels from the upper left corner. */
interface Place {
  left: number
  top: number
}

interface Size {
  width: number
  height: number
}

/** A rendered text: RGBA. */
interface TextBlock extends Size {
  pixels: Buffer
}

export interface TextLook {
  /** Pixels. */
  size: number
  colour: string
  isBold?: boolean
  /** Longer lines are wrapped, and a word that is longer than a line is broken. */
  width?: number
  align?: 'left' | 'centre'
}

async function drawText(text: string, { size, colour, isBold, width, align = 'left' }: TextLook): Promise<TextBlock> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" line_height="${LINE_HEIGHT}">${escapeXml(text)}</span>`,
      font: `PT Serif ${isBold ? 'Bold ' : ''}${size}`,
      // So that a point is a pixel.
      dpi: 72,
      rgba: true,
      align,
      wrap: 'word-char',
      ...(width && { width }),
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

function textLayer({ pixels, width, height }: TextBlock, place: Place): OverlayOptions {
  return { input: pixels, raw: { width, height, channels: 4 }, ...place }
}

/** A rectangle of one colour. */
function rectangle(background: string, { left, top, width, height }: Place & Size): OverlayOptions {
  return { input: { create: { width, height, channels: 3, background } }, left, top }
}

/** The edges of a rectangle, as lines inside it. */
function outline(colour: string, line: number, { left, top, width, height }: Place & Size): OverlayOptions[] {
  return [
    rectangle(colour, { left, top, width, height: line }),
    rectangle(colour, { left, top: top + height - line, width, height: line }),
    rectangle(colour, { left, top, width: line, height }),
    rectangle(colour, { left: left + width - line, top, width: line, height }),
  ]
}

/** Above and below the short line between title and subtitle. */
const GAP = 34
const RULE = { width: 72, height: 4 }
/** Largest first. Three names of a hundred wide letters each fit in the smallest. */
const TITLE_SIZES = [92, 80, 68, 62, 56, 50, 44, 38, 32, 26, 21, 17]
const TITLE_MAX_HEIGHT = 270
const SUBTITLE_SIZE = 40

/** The position of the text: centred between `top` and `bottom`, each line at the left edge that `leftOf` returns. */
export interface WordsPlace {
  top: number
  bottom: number
  leftOf: (size: Size) => number
}

export interface WordsLook {
  width: number
  align: 'left' | 'centre'
  /** Pixels. */
  titleMaxSize: number
}

/** Title, short line and subtitle, from top to bottom. */
async function words(
  { titleLines, subtitle }: LinkPicture,
  look: WordsLook,
  { top, bottom, leftOf }: WordsPlace,
): Promise<OverlayOptions[]> {
  const title = await drawTitle(titleLines.join('\n'), look)
  const under = subtitle ? await drawText(subtitle, { ...look, size: SUBTITLE_SIZE, colour: COLOURS.clay }) : undefined
  const height = title.height + (under ? 2 * GAP + RULE.height + under.height : 0)
  const titleTop = Math.round((top + bottom - height) / 2)
  const ruleTop = titleTop + title.height + GAP
  return [
    textLayer(title, { left: leftOf(title), top: titleTop }),
    ...(under
      ? [
          rectangle(COLOURS.clay, { ...RULE, left: leftOf(RULE), top: ruleTop }),
          textLayer(under, { left: leftOf(under), top: ruleTop + RULE.height + GAP }),
        ]
      : []),
  ]
}

/** In the largest size that fits the height. */
async function drawTitle(text: string, look: WordsLook): Promise<TextBlock> {
  let title: TextBlock | undefined
  for (const size of TITLE_SIZES.filter((candidate) => candidate <= look.titleMaxSize)) {
    title = await drawText(text, { ...look, size, colour: COLOURS.green, isBold: true })
    if (title.height <= TITLE_MAX_HEIGHT) break
  }
  return title as TextBlock
}
