import createParser, { type MarkdownIt, type StateCore, type StateInline, type Token } from 'markdown-it'
import deflist from 'markdown-it-deflist'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDay } from '@contract/days'
import { type EditionsInForce, LEGAL_NAMES, type LegalDocument, legalFile, type LegalName } from '@contract/legal'
import { dayOfWords } from '@contract/shown-days'
import { type Config, ConfigError, NOT_STATED } from '../../config'
import {
  legalPlaceholders,
  type LegalSource,
  lineOf,
  mistake,
  type ParsedDocument,
  parseDocument,
  type Placeholders,
} from './parse-document'

/** By file name: `consent` is in force, `consent.2025-06-18` is an earlier edition. */
export type LegalDocuments = ReadonlyMap<string, LegalDocument>

/** Those that came after 1.0.0: a folder with texts of an installation's own may have been made before. */
export const LATER_DOCUMENTS: readonly LegalName[] = ['voice-consent']
const SHIPPED_FOLDER = path.resolve('config/legal')

/** The folder of earlier editions, such as `consent.2025-06-18.md`. */
const EARLIER_FOLDER = 'earlier'
const EARLIER_FILE = /^([a-z-]+)\.(\d{4}-\d\d-\d\d)\.md$/

/**
 * Reads and renders the legal pages of LEGAL_DIR; of a later document that is not there, the text that comes with the program,
 * and calls `onShipped` with its name. Throws ConfigError with file, line and message.
 */
export async function readLegalDocuments(
  config: Pick<Config, 'legalDir' | 'site' | 'operator'>,
  onShipped: (name: LegalName) => void = () => {},
): Promise<LegalDocuments> {
  const { legalDir } = config
  const placeholders = legalPlaceholders(config)
  const shipped = LATER_DOCUMENTS.filter((name) => !existsSync(path.join(legalDir, `${name}.md`)))
  const shippedText = ({ text, ...source }: LegalSource) => ({ ...source, text: withNothingEmpty(text, placeholders) })
  const sources = await Promise.all(
    LEGAL_NAMES.map(async (name) =>
      shipped.includes(name)
        ? shippedText(await readSource(name, path.join(SHIPPED_FOLDER, `${name}.md`)))
        : readSource(name, path.join(legalDir, `${name}.md`)),
    ),
  )
  for (const name of shipped) onShipped(name)
  const earlier = await readEarlier(path.join(legalDir, EARLIER_FOLDER))
  const daysOf = (name: LegalName) => earlier.filter((source) => source.name === name).map(({ day }) => day)
  const current = [...renderLegalDocuments(sources, placeholders)]
  return new Map<string, LegalDocument>([
    ...current.map(([name, document]) => [name, { ...document, earlier: daysOf(name) }] as const),
    ...earlier.map((source) => [legalFile(source.name, source.day), renderEarlier(source)] as const),
  ])

  /** Renders it with the texts that were in force at the same time, which its references point to. */
  function renderEarlier({ name, day }: EarlierSource): LegalDocument {
    const inForce = sources.map(
      (source) => earlier.find((other) => other.name === source.name && other.day <= day) ?? source,
    )
    return renderLegalDocuments(inForce, placeholders).get(name) as LegalDocument
  }
}

/** The editions of this installation's texts. */
export function editionsInForce(documents: LegalDocuments): EditionsInForce {
  const editionOf = (name: LegalName) => {
    const { edition = '' } = documents.get(name) ?? {}
    return dayOfWords(edition) ?? edition
  }
  return { agreement: editionOf('user-agreement'), policy: editionOf('privacy-policy') }
}

/** Who has set a fact to nothing has texts without it, which the shipped one cannot know. */
function withNothingEmpty(text: string, placeholders: Placeholders): string {
  return text.replace(/\{\{(\w+)\}\}/g, (all, name: string) => (placeholders.get(name)?.text === '' ? NOT_STATED : all))
}

interface EarlierSource extends LegalSource {
  day: string
}

/** Latest first. */
async function readEarlier(folder: string): Promise<EarlierSource[]> {
  // The folder is optional: it is needed only once a text has changed.
  const files = await readdir(folder).catch(() => [])
  const sources = files.map(async (file) => {
    const [, name, day = ''] = EARLIER_FILE.exec(file) ?? []
    const known = LEGAL_NAMES.find((each) => each === name)
    if (!known || !isDay(day))
      throw new ConfigError(`LEGAL_DIR: ${path.join(folder, file)} is no page with a day (consent.2025-06-18.md)`)
    return { ...(await readSource(known, path.join(folder, file))), day }
  })
  return (await Promise.all(sources)).sort((one, other) => (one.day < other.day ? 1 : -1))
}

async function readSource(name: LegalName, file: string): Promise<LegalSource> {
  try {
    return { name, file, text: await readFile(file, 'utf8') }
  } catch (error) {
    throw new ConfigError(`LEGAL_DIR: ${file} cannot be read: ${(error as Error).message}`)
  }
}

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
    const reference = token.type === 'link_open' ? REFERENCE.exec(urlOf(token)) : null
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
    const href = urlOf(link)
    if (!/^https?:/.test(href) || href === ownAddress) continue
    link.attrSet('target', '_blank')
    link.attrSet('rel', 'noopener noreferrer')
  }
}

function urlOf(link: Token): string {
  return String(link.attrGet('href') ?? '')
}

function htmlOf({ renderer, options }: MarkdownIt, tokens: Token[]): string {
  return renderer.render(tokens, options, {}).trim()
}

/** `{#id}` at the end of a heading or a clause: the target of references. */
const ANCHOR = /\{#([a-z][\w-]*)\}$/
const PLACEHOLDER = /\{\{(\w+)\}\}/y
const ALLOWED_LINK = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\/)|[a-z-]+\.md(?:#|$))/
/** Spaces that must not break: before a dash, after «№» and «статья», between a number and its unit. */
const NO_BREAK_SPACES = [
  / (?=—)/g,
  /(?<=№|стать[а-яё]{1,3}|част[а-яё]{1,3}|пункт[а-яё]{0,3}|раздел[а-яё]{0,3}) (?=\d)/gi,
  /(?<=\d) (?=лет|дн|рабоч|час|ГБ|МБ)/g,
]

/**
 * Reads the Markdown of legal pages. HTML stays text, and so does a link to anything but a page, a phone or a mailbox. Images,
 * code and underlined headings are disabled.
 */
function createMarkdown(placeholders: Placeholders): MarkdownIt {
  const markdown = createParser({ html: false }).use(deflist).disable(['image', 'code', 'fence', 'lheading'])
  const normalizeLink = markdown.normalizeLink.bind(markdown)
  markdown.normalizeLink = (url) => normalizeLink(url.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => textOf(name)))
  markdown.validateLink = (url) => ALLOWED_LINK.test(url)
  markdown.core.ruler.before('inline', 'anchor', takeAnchors)
  markdown.inline.ruler.before('escape', 'placeholder', fillPlaceholder)
  markdown.core.ruler.push('kept-spaces', bindSpaces)
  return markdown

  function textOf(name: string): string {
    return placeholders.get(name)?.text ?? ''
  }

  /** Runs on parsed text, so that Markdown in a setting's value has no effect. */
  function fillPlaceholder(state: StateInline, silent: boolean): boolean {
    PLACEHOLDER.lastIndex = state.pos
    const [all, name = ''] = PLACEHOLDER.exec(state.src) ?? []
    if (all === undefined) return false
    state.pos += all.length
    if (silent) return true

    const href = placeholders.get(name)?.href
    const isLink = href !== undefined && state.linkLevel === 0
    if (isLink) state.push('link_open', 'a', 1).attrSet('href', href)
    state.push('text', '', 0).content = textOf(name)
    if (isLink) state.push('link_close', 'a', -1)
    return true
  }
}

function takeAnchors({ tokens }: StateCore): void {
  for (const token of tokens) {
    if (token.type !== 'inline') continue
    const [all, id] = ANCHOR.exec(token.content) ?? []
    if (all === undefined) continue
    token.content = token.content.slice(0, -all.length).trimEnd()
    token.meta = { id }
  }
}

function bindSpaces({ tokens }: StateCore): void {
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type === 'text') token.content = NO_BREAK_SPACES.reduce(withoutBreak, token.content)
    }
  }
}

function withoutBreak(text: string, space: RegExp): string {
  return text.replace(space, '\u00a0')
}
