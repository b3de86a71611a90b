import type { MarkdownIt, Token } from 'markdown-it'
import type { LegalDocument, LegalName } from '@contract/legal'
import { createMarkdown } from './markdown'
import { type LegalSource, lineOf, mistake, type ParsedDocument, parseDocument } from './parse-document'
import type { Placeholders } from './placeholders'

const NO_BREAK_SPACE = '\u00a0'
/** A reference to another page, `consent.md#purposes`, or within the same page, `#purposes`. */
const REFERENCE = /^(?:([a-z-]+)\.md)?(?:#(.+))?$/

/** Targets of references: the titles of pages, and the numbers of sections and clauses by page and anchor. */
interface Targets {
  titles: ReadonlyMap<string, string>
  numbers: ReadonlyMap<string, string>
}

/**
 * Renders the Markdown of the legal pages: fills in `{{NAME}}`, numbers sections and clauses, and resolves references to these
 * numbers. Throws ConfigError with file, line and message.
 */
export function renderLegalDocuments(
  sources: LegalSource[],
  placeholders: Placeholders,
): ReadonlyMap<LegalName, LegalDocument> {
  const markdown = createMarkdown(placeholders)
  const documents = sources.map((source) => parseDocument(markdown, placeholders, source))
  const targets = targetsIn(documents)
  const ownAddress = placeholders.get('PUBLIC_URL')?.href
  return new Map(documents.map((document) => [document.source.name, render(document)]))

  function render({ source, title, edition, summary, sections }: ParsedDocument): LegalDocument {
    const html = (tokens: Token[]) => {
      for (const token of tokens) fillReferences(token, source, targets)
      markExternalLinks(tokens, ownAddress)
      return htmlOf(markdown, tokens)
    }
    return {
      title,
      edition,
      earlier: [],
      // Without the blockquote element: the client renders its own frame.
      summary: summary ? html(summary.slice(1, -1)) : null,
      sections: sections.map(({ clauses, ...section }) => ({
        ...section,
        clauses: clauses.map(({ id = null, number, tokens }) => ({ id, number, html: html(tokens) })),
      })),
    }
  }
}

function targetsIn(documents: ParsedDocument[]): Targets {
  return {
    titles: new Map(documents.map(({ source, title }) => [source.name, title])),
    numbers: new Map(
      documents.flatMap(({ source, sections }) =>
        sections
          .flatMap((section) => [section, ...section.clauses])
          .map(({ id, number }) => [`${source.name}#${id ?? ''}`, number] as const),
      ),
    ),
  }
}

/** `[разделе](#id)` becomes «разделе 7», `[](#id)` the number alone, `[](consent.md)` the title of that page. */
function fillReferences(block: Token, source: LegalSource, { titles, numbers }: Targets): void {
  const { children } = block
  for (const [index, token] of [...(children ?? []).entries()].reverse()) {
    const reference = token.type === 'link_open' ? REFERENCE.exec(addressOf(token)) : null
    if (!children || !reference) continue
    const [target = '', name = source.name, id] = reference
    const title = titles.get(name)
    const number = id === undefined ? undefined : numbers.get(`${name}#${id}`)
    if (title === undefined || (id !== undefined && number === undefined)) {
      throw mistake(source, lineOf(block), `there is no ${target} to refer to`)
    }
    token.attrSet('href', name === source.name && id ? `#${id}` : `/${name}${id ? `#${id}` : ''}`)
    const end = children.findIndex(({ type }, place) => place > index && type === 'link_close')
    const isEmpty = end === index + 1
    const added = number === undefined ? (isEmpty ? title : '') : isEmpty ? number : NO_BREAK_SPACE + number
    if (added) children.splice(end, 0, textToken(token, added))
  }
}

function textToken({ constructor, level }: Token, content: string): Token {
  const token = new (constructor as new (type: string, tag: string, nesting: number) => Token)('text', '', 0)
  return Object.assign(token, { content, level: level + 1 })
}

/** Links to other sites open in a new tab. */
function markExternalLinks(tokens: Token[], ownAddress: string | undefined): void {
  const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
  for (const link of links) {
    const href = addressOf(link)
    if (!/^https?:/.test(href) || href === ownAddress) continue
    link.attrSet('target', '_blank')
    link.attrSet('rel', 'noopener noreferrer')
  }
}

function addressOf(link: Token): string {
  return String(link.attrGet('href') ?? '')
}

function htmlOf({ renderer, options }: MarkdownIt, tokens: Token[]): string {
  return renderer.render(tokens, options, {}).trim()
}
