import type { PlateChoice } from '@contract/plate'
import { layPlate } from './plate'
import { platePdf } from './plate-pdf'
import { platePng } from './plate-png'
import { plateSvg } from './plate-svg'
import type { PlateWords } from './words'

/** The file of a plate. `text` is encoded in the QR code, `words` stand below it. */
export async function drawPlate(
  { format, size_mm, tone }: Pick<PlateChoice, 'format' | 'size_mm' | 'tone'>,
  { text, words, title, author }: { text: string; words: PlateWords | undefined; title: string; author: string },
): Promise<Buffer> {
  const plate = layPlate({ text, sizeMm: size_mm, tone, ...(words && { words }) })
  if (format === 'png') return platePng(plate)
  if (format === 'pdf') return platePdf(plate, { title, author })
  return Buffer.from(plateSvg(plate, title))
}
