import { CONTACT_PATTERNS, type ContactKind } from '@contract/contacts'

/** A piece of a text: plain, or a way to reach somebody. */
export interface TextPart {
  text: string
  kind?: ContactKind
}

const KINDS = Object.keys(CONTACT_PATTERNS) as ContactKind[]
const CONTACTS = KINDS.map((kind) => `(?<${kind}>${CONTACT_PATTERNS[kind]})`).join('|')

/** Cuts a text where links, e-mail addresses, @names and phone numbers begin and end. Joined, the parts are the text. */
export function partsByContact(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index, groups = {} } of text.matchAll(new RegExp(CONTACTS, 'g'))) {
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: found, kind: KINDS.find((kind) => groups[kind] !== undefined) })
    end = index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
