/** A block of typed or pasted text. */
export type ProseBlock =
  | { kind: 'paragraph' | 'quotation' | 'heading'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'numbered'; items: { number: number; text: string }[] }

/** Each block costs rendering time: after this many, the rest is one paragraph, with its line breaks. */
export const PROSE_ELEMENTS_MAX = 1000

/**
 * Divides plain text into blocks: empty lines separate paragraphs, lines that start with «- », «•», «·» or «1. » are lists,
 * lines that start with «> » and paragraphs entirely in «…» are quotations, and a short line before a long one is a heading.
 * Line breaks are preserved.
 */
export function blocksOf(text: string): ProseBlock[] {
  const blocks: ProseBlock[] = []
  const paragraphs = paragraphsOf(text)
  let elements = 0
  for (const [nth, paragraph] of paragraphs.entries()) {
    const found = headingOf(paragraph, paragraphs[nth + 1]) ?? blocksOfParagraph(paragraph)
    elements += found.reduce((sum, block) => sum + ('items' in block ? block.items.length : 1), 0)
    if (elements > PROSE_ELEMENTS_MAX) {
      blocks.push({ kind: 'paragraph', text: paragraphs.slice(nth).join('\n\n') })
      break
    }
    blocks.push(...found)
  }
  return blocks.reduce<ProseBlock[]>(withListsJoined, [])
}

const HEADING_MAX = 48
/** A shorter paragraph is a line of a poem, or a signature follows. */
const BELOW_HEADING_MIN = 80
const HEADING = /^[«\p{Lu}\d][^\n]*[^\s.,:;!?…—-]$/u

/** A short line without a full stop, above a long line or paragraph. */
function headingOf(paragraph: string, next: string | undefined): ProseBlock[] | undefined {
  const [first = '', ...rest] = paragraph.split('\n', PROSE_ELEMENTS_MAX)
  const below = rest.length > 0 ? (rest[0] as string) : ((next ?? '').split('\n', 1)[0] as string)
  if (first.length > HEADING_MAX || below.length < BELOW_HEADING_MIN) return undefined
  if (!HEADING.test(first) || blockOfLine(first).kind !== 'paragraph' || isQuoted(first)) return undefined
  const text = paragraph.slice(first.length + 1)
  return [{ kind: 'heading', text: first }, ...(text ? blocksOfParagraph(text) : [])]
}

function blocksOfParagraph(paragraph: string): ProseBlock[] {
  if (isQuoted(paragraph)) return [{ kind: 'quotation', text: paragraph }]
  return paragraph.split('\n').map(blockOfLine).reduce<ProseBlock[]>(joined, [])
}

function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

const ITEM = /^\s*(?:-\s|[•·])\s*(\S.*)$/
const NUMBERED_ITEM = /^\s*(\d{1,3})\.\s+(\S.*)$/
const QUOTED_LINE = /^\s*>\s?(.*)$/

function blockOfLine(line: string): ProseBlock {
  const [, item] = ITEM.exec(line) ?? []
  if (item) return { kind: 'list', items: [item] }
  const [, number, text] = NUMBERED_ITEM.exec(line) ?? []
  if (text) return { kind: 'numbered', items: [{ number: Number(number), text }] }
  const [, quoted] = QUOTED_LINE.exec(line) ?? []
  if (quoted !== undefined) return { kind: 'quotation', text: quoted }
  return { kind: 'paragraph', text: line }
}

/** Adjacent lines of one kind form one block. */
function joined(blocks: ProseBlock[], block: ProseBlock): ProseBlock[] {
  const last = blocks.at(-1)
  if (last && 'text' in last && 'text' in block && last.kind === block.kind) {
    last.text += `\n${block.text}`
    return blocks
  }
  return withListsJoined(blocks, block)
}

/** Empty lines between the items of a list do not end it. */
function withListsJoined(blocks: ProseBlock[], block: ProseBlock): ProseBlock[] {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && block.kind === 'list') last.items.push(...block.items)
  else if (last?.kind === 'numbered' && block.kind === 'numbered') last.items.push(...block.items)
  else blocks.push(block)
  return blocks
}

/** Whether the first « is closed by the last ». */
function isQuoted(text: string): boolean {
  if (!/^«[^]*»[.…]?$/.test(text)) return false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '«') depth++
    if (text[index] === '»') depth--
    if (depth === 0) return index >= text.length - 2
  }
  return false
}
