import createParser, { type MarkdownIt, type StateCore, type StateInline } from 'markdown-it'
import deflist from 'markdown-it-deflist'
import type { Placeholders } from './placeholders'

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
export function createMarkdown(placeholders: Placeholders): MarkdownIt {
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
