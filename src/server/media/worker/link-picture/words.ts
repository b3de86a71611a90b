import type { OverlayOptions } from 'sharp'
import type { LinkPicture } from '../../link-picture'
import { COLOURS } from './colours'
import { drawText, rectangle, type Size, type TextBlock, textLayer } from './layers'

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
export async function words(
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
