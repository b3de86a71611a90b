import type { MarkdownIt, Token } from 'markdown-it'
import { CONSENT_VERSION, VOICE_CONSENT_VERSION } from '@contract/consent'
import type { LegalName } from '@contract/legal'
import { ARCHIVE_LIMIT_BYTES } from '@contract/limits'
import { countedOnOneLine, DAYS, type Forms, HOURS, OF_DAYS, OF_HOURS, OF_YEARS, YEARS } from '@contract/plurals'
import * as retention from '@contract/retention'
import { PIN_MAX_LENGTH, PIN_MIN_LENGTH } from '@contract/user'
import { type Config, ConfigError } from '../../config'

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

interface ParsedSection {
  id: string
  number: string
  title: string
  clauses: ParsedClause[]
}

interface ParsedClause {
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

/** Replaces `{{NAME}}` in a legal page; with `href` it is rendered as a link. */
interface PlaceholderValue {
  text: string
  href?: string
}
export type Placeholders = ReadonlyMap<string, PlaceholderValue>

/** The nouns for terms in contract/retention.ts, by the last word of the constant's name. */
const NOUNS: Record<string, Record<'nominative' | 'genitive', Forms>> = {
  HOURS: { nominative: HOURS, genitive: OF_HOURS },
  DAYS: { nominative: DAYS, genitive: OF_DAYS },
  YEARS: { nominative: YEARS, genitive: OF_YEARS },
}
const MB = 1024 ** 2
const NO_BREAK_SPACE = '\u00a0'

/** Every placeholder that a legal page may use. Any other prevents the start (parse-document.ts). */
export function legalPlaceholders({ site, operator }: Pick<Config, 'site' | 'operator'>): Placeholders {
  return new Map<string, PlaceholderValue>([
    ['SITE_NAME', { text: site.siteName }],
    ['PUBLIC_URL', { text: site.publicUrl, href: site.publicUrl }],
    ['SUPPORT_EMAIL', { text: site.supportEmail, href: `mailto:${site.supportEmail}` }],
    ['SUPPORT_MESSENGER_URL', { text: site.supportMessengerUrl, href: site.supportMessengerUrl }],
    ['OPERATOR_NAME', { text: operator.name }],
    ['OPERATOR_ADDRESS', { text: operator.address }],
    ['OPERATOR_INN', { text: operator.inn }],
    ['OPERATOR_OGRN', { text: operator.ogrn }],
    ['DATA_LOCATION', { text: operator.dataLocation }],
    ['CONSENT_EDITION', { text: dayInWords(CONSENT_VERSION) }],
    ['VOICE_CONSENT_EDITION', { text: dayInWords(VOICE_CONSENT_VERSION) }],
    ['PIN_MIN_LENGTH', { text: String(PIN_MIN_LENGTH) }],
    ['PIN_MAX_LENGTH', { text: String(PIN_MAX_LENGTH) }],
    ['ARCHIVE_LIMIT', { text: `${ARCHIVE_LIMIT_BYTES / MB}${NO_BREAK_SPACE}МБ` }],
    ...Object.entries(retention).flatMap(([name, count]) => retentionTerms(name, count)),
  ])
}

/** A term of the contract with its noun: «30 дней», and after «не более» and the like (`…_GENITIVE`): «31 дня». */
function retentionTerms(name: string, count: number): [string, PlaceholderValue][] {
  const forms = NOUNS[name.split('_').at(-1) ?? '']
  if (!forms) throw new Error(`${name} of the contract names no unit of time`)
  return [
    [name, { text: countedOnOneLine(count, forms.nominative) }],
    [`${name}_GENITIVE`, { text: countedOnOneLine(count, forms.genitive) }],
  ]
}

/** 2025-06-18: «18 июня 2025 года». */
function dayInWords(day: string): string {
  const format = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`)).replace('г.', 'года')
}
