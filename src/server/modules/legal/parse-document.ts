import type { MarkdownIt, Token } from 'markdown-it'
import type { LegalName } from '@contract/legal'
import { ConfigError } from '../../config'
import type { Placeholders } from './placeholders'

/** A file of LEGAL_DIR. */
export interface LegalSource {
  name: LegalName
  file: string
  text: string
}

/** A legal page with numbered sections and clauses, and unresolved references. */
export interface ParsedDocument {
  source: LegalSource
  title: string
  edition: string
  summary: Token[] | undefined
  sections: ParsedSection[]
}

export interface ParsedSection {
  id: string
  number: string
  title: string
  clauses: ParsedClause[]
}

export interface ParsedClause {
  id: string | undefined
  number: string
  tokens: Token[]
}

/** Splits the page into numbered sections and clauses. Throws ConfigError with file, line and message. */
export function parseDocument(markdown: MarkdownIt, placeholders: Placeholders, source: LegalSource): ParsedDocument {
  refuseWrongPlaceholders(source, placeholders)
  const document: ParsedDocument = { source, title: '', edition: '', summary: undefined, sections: [] }
  for (const block of topLevelBlocks(markdown.parse(source.text, {}))) addBlock(document, block)
  if (!document.title) throw mistake(source, 1, 'the title is missing (a line that begins with "# ")')
  if (!document.edition) throw mistake(source, 1, 'the edition is missing (a paragraph below the title)')
  if (document.sections.length === 0) throw mistake(source, 1, 'the text is missing (sections begin with "## ")')
  refuseRepeatedAnchors(document)
  return document
}

/** The one line printed when the start is refused. */
export function mistake({ file }: LegalSource, line: number, message: string): ConfigError {
  return new ConfigError(`LEGAL_DIR: ${file}:${line}: ${message}`)
}

function refuseWrongPlaceholders(source: LegalSource, placeholders: Placeholders): void {
  source.text.split('\n').forEach((text, index) => {
    const withoutWhole = text.replace(/\{\{([^{}]*)\}\}/g, (placeholder, name: string) => {
      const value = placeholders.get(name)
      if (!value) throw mistake(source, index + 1, `${placeholder} is no placeholder`)
      if (!value.text)
        throw mistake(source, index + 1, `${placeholder} is empty: set ${name}, or take it out of the text`)
      return ''
    })
    if (/\{\{|\}\}/.test(withoutWhole)) throw mistake(source, index + 1, 'a placeholder is not written as {{NAME}}')
  })
}

/** The tokens of each top-level paragraph, list or heading. */
function topLevelBlocks(tokens: Token[]): Token[][] {
  const blocks: Token[][] = []
  let begin = 0
  tokens.forEach(({ level, nesting }, index) => {
    if (level !== 0 || nesting > 0) return
    blocks.push(tokens.slice(begin, index + 1))
    begin = index + 1
  })
  return blocks
}

function addBlock(document: ParsedDocument, block: Token[]): void {
  const [first, content] = block
  if (!first) return
  const section = document.sections.at(-1)
  if (first.tag === 'h1' && !document.title) document.title = textOf(content)
  else if (first.tag === 'h2') addSection(document, content)
  else if (section && first.type !== 'heading_open') addToClause(section, block)
  else if (first.type === 'paragraph_open' && !document.edition) document.edition = textOf(content)
  else if (first.type === 'blockquote_open' && !document.summary) document.summary = block
  else throw mistake(document.source, lineOf(first), `${described(first)} has no place here`)
}

function addSection({ sections }: ParsedDocument, content: Token | undefined): void {
  const number = String(sections.length + 1)
  sections.push({ id: anchorOf(content) ?? `section-${number}`, number, title: textOf(content), clauses: [] })
}

/** A paragraph begins a clause; a list or a table of terms belongs to the clause above it. */
function addToClause({ number, clauses }: ParsedSection, block: Token[]): void {
  const [first, content] = block
  const clause = clauses.at(-1)
  const isParagraph = first?.type === 'paragraph_open'
  if (clause && !isParagraph) {
    clause.tokens.push(...block)
    return
  }
  // A hidden paragraph renders its text without an element.
  if (isParagraph) for (const token of [first, block.at(-1)]) if (token) token.hidden = true
  clauses.push({ id: anchorOf(content), number: `${number}.${clauses.length + 1}`, tokens: block })
}

function refuseRepeatedAnchors({ source, sections }: ParsedDocument): void {
  const ids = sections.flatMap(({ id, clauses }) => [id, ...clauses.map((clause) => clause.id)]).filter(Boolean)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated === undefined) return
  const line = source.text.split('\n').findLastIndex((text) => text.includes(`{#${repeated}}`))
  throw mistake(source, line + 1, `{#${repeated}} stands for two places`)
}

function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')
}

function anchorOf(token: Token | undefined): string | undefined {
  return (token?.meta as { id?: string } | null | undefined)?.id
}

export function lineOf({ map }: Token): number {
  return (map?.[0] ?? 0) + 1
}

function described({ type, tag }: Token): string {
  return type === 'heading_open' ? `a heading of level ${tag.slice(1)}` : 'this'
}
