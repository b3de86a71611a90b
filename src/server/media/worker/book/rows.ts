import { blocksOf, type ProseBlock } from '@contract/prose'
import { typeset } from '@contract/typeset'
import { AREA, LOOKS } from './paper'
import type { Line } from './lines'
import type { TextLook, Typesetter } from './typesetter'

/** What is never split between two pages: a line, a picture. Sizes in points. */
export interface Row {
  /** The space above, except at the top of a page. */
  above: number
  height: number
  /** Whether the next row must be on the same page. */
  keepWithNext: boolean
  draw(top: number): void
}

interface RowsOptions {
  /** The space above the first line. */
  above?: number
  align?: 'left' | 'centre'
  /** The left margin. */
  indent?: number
  /** The right margin. */
  outdent?: number
  /** Whether the last line must be on the same page as what follows. */
  keepWithNext?: boolean
  /** Drawn in the indent before the first line. */
  mark?: string
}

const PARAGRAPH_GAP = 7
const LIST_INDENT = 16
const ITEM_GAP = 3
const QUOTATION_INDENT = 18
const BALANCED_LINES_MAX = 6
/** In points. */
const BALANCED_TO = 4

export type RowMaker = ReturnType<typeof createRowMaker>

/** Turns texts into rows. A paragraph never leaves a single line on a page (no widows or orphans). */
export function createRowMaker(typesetter: Typesetter) {
  function text(content: string, look: TextLook, options: RowsOptions = {}): Row[] {
    const { above = 0, align = 'left', indent = 0, outdent = 0, keepWithNext = false, mark } = options
    const width = AREA.width - indent - outdent
    const set = typeset(content)
    const lines = align === 'centre' ? balanced(set, look, width) : typesetter.linesOf(set, look, width)
    const leftOf = (line: Line) => AREA.left + indent + (align === 'centre' ? (width - line.width) / 2 : 0)
    return lines.map((line, index) => ({
      above: index === 0 ? above : 0,
      height: look.leading,
      keepWithNext: isBoundToNext(index, lines.length, keepWithNext),
      draw(top) {
        if (mark && index === 0) {
          const [drawn] = typesetter.linesOf(mark, look, AREA.width)
          if (drawn) typesetter.drawLine(drawn, look, { left: AREA.left + indent - LIST_INDENT, top })
        }
        typesetter.drawLine(line, look, { left: leftOf(line), top })
      },
    }))
  }

  /** The minimum number of lines, of similar length. */
  function balanced(content: string, look: TextLook, width: number): Line[] {
    const lines = typesetter.linesOf(content, look, width)
    if (lines.length < 2 || lines.length > BALANCED_LINES_MAX) return lines
    let [tooNarrow, wide] = [width / 2, width]
    let best = lines
    while (wide - tooNarrow > BALANCED_TO) {
      const middle = (tooNarrow + wide) / 2
      const narrower = typesetter.linesOf(content, look, middle)
      if (narrower.length > lines.length) tooNarrow = middle
      else [wide, best] = [middle, narrower]
    }
    return best
  }

  function block(part: ProseBlock, options: RowsOptions): Row[] {
    const item = (content: string, mark: string, index: number, isLast: boolean) =>
      text(content, LOOKS.prose, {
        above: index === 0 ? (options.above ?? 0) : ITEM_GAP,
        indent: LIST_INDENT,
        mark,
        keepWithNext: isLast && !!options.keepWithNext,
      })
    switch (part.kind) {
      case 'list':
        return part.items.flatMap((content, index) => item(content, '•', index, index === part.items.length - 1))
      case 'numbered':
        return part.items.flatMap(({ number, text: content }, index) =>
          item(content, `${number}.`, index, index === part.items.length - 1),
        )
      case 'quotation':
        return text(part.text, LOOKS.quotation, { ...options, indent: QUOTATION_INDENT, outdent: QUOTATION_INDENT })
      default:
        return text(part.text, LOOKS.prose, options)
    }
  }

  return {
    text,

    /** A long text with its author's paragraphs. */
    prose(
      content: string,
      { above = 0, keepWithNext = false }: Pick<RowsOptions, 'above' | 'keepWithNext'> = {},
    ): Row[] {
      const blocks = blocksOf(content)
      return blocks.flatMap((part, index) =>
        block(part, {
          above: index === 0 ? above : PARAGRAPH_GAP,
          keepWithNext: keepWithNext && index === blocks.length - 1,
        }),
      )
    },
  }
}

/** The first line stays with the second, and the last but one with the last. */
function isBoundToNext(index: number, lines: number, keepWithNext: boolean): boolean {
  if (index === lines - 1) return keepWithNext
  return index === 0 || index === lines - 2
}
