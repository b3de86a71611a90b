import type { Letter } from './letter'
import { escapeHtml } from '../lib/escape-html'

/** A paragraph of text, a link shown as a button, or somebody's words. */
export type Paragraph = string | { label: string; address: string } | { quotation: string; author: string }

export interface Signature {
  siteName: string
  supportEmail: string
}

/** Without it phones lay a letter out at desktop width, and shrink it. */
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'
const PAGE = 'margin:0;padding:32px 16px;background:#faf7f2;color:#2b2f2e;font:17px/1.6 Georgia,serif'
const SHEET = 'max-width:560px;margin:0 auto;padding:24px;background:#fffdf9;border:1px solid #e3dacb;border-radius:6px'
const NAME = 'margin:0 0 24px;font-size:20px;font-weight:bold;color:#23403f'
const BUTTON =
  'display:inline-block;padding:12px 24px;background:#23403f;color:#fffdf9;border-radius:6px;text-decoration:none'
const QUOTATION = 'margin:24px 0;padding:0 0 0 16px;border-left:3px solid #8a5a3c'
const SMALL = 'font-size:14px;color:#5a605e;word-break:break-all'

/** Makes a letter as plain text and as HTML. All values are escaped. */
export function layOut(subject: string, paragraphs: Paragraph[], signature: Signature): Letter {
  return { subject, text: asText(paragraphs, signature), html: asHtml(subject, paragraphs, signature) }
}

function asText(paragraphs: Paragraph[], { siteName, supportEmail }: Signature): string {
  const lines = paragraphs.map((paragraph) => {
    if (typeof paragraph === 'string') return paragraph
    return 'address' in paragraph ? paragraph.address : `«${paragraph.quotation}»\n${paragraph.author}`
  })
  return [...lines, `«${siteName}»\nВопросы: ${supportEmail}`].join('\n\n') + '\n'
}

function asHtml(subject: string, paragraphs: Paragraph[], { siteName, supportEmail }: Signature): string {
  return [
    '<!doctype html>',
    '<html lang="ru">',
    `<head><meta charset="utf-8">${VIEWPORT}<title>${escapeHtml(subject)}</title></head>`,
    `<body style="${PAGE}"><div style="${SHEET}">`,
    `<p style="${NAME}">${escapeHtml(siteName)}</p>`,
    ...paragraphs.map(asElement),
    `<p style="${SMALL}">«${escapeHtml(siteName)}»<br>Вопросы: ${escapeHtml(supportEmail)}</p>`,
    '</div></body>',
    '</html>',
    '',
  ].join('\n')
}

function asElement(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  if ('quotation' in paragraph) {
    const [words, author] = [escapeHtml(paragraph.quotation), escapeHtml(paragraph.author)]
    return `<blockquote style="${QUOTATION}"><p>${words.replaceAll('\n', '<br>')}</p><p><b>${author}</b></p></blockquote>`
  }
  const [label, address] = [escapeHtml(paragraph.label), escapeHtml(paragraph.address)]
  return `<p><a href="${address}" style="${BUTTON}">${label}</a></p>\n<p style="${SMALL}">${address}</p>`
}
