import { CONTACT_PATTERNS, type ContactKind } from '@contract/contacts'

/** A fragment of a text; a contact if it has a kind. */
export interface TextPart {
  text: string
  kind?: ContactKind
}

const KINDS = Object.keys(CONTACT_PATTERNS) as ContactKind[]
const CONTACTS = KINDS.map((kind) => `(?<${kind}>${CONTACT_PATTERNS[kind]})`).join('|')

/** Splits a text into contacts (links, email addresses, @names, phone numbers) and the text between them. */
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
