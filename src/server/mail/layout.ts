import type { Letter } from './letter'
import { escapeHtml } from '../lib/escape-html'

/** A paragraph of text, or a link shown as a button. */
export type Paragraph = string | { label: string; address: string }

export interface Signature {
  siteName: string
  supportEmail: string
}

/** Without it phones lay a letter out at desktop width, and shrink it. */
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'
const PAGE = 'margin:0;padding:32px 16px;background:#faf7f2;color:#2b2a28;font:17px/1.6 Georgia,serif'
const SHEET = 'max-width:560px;margin:0 auto'
const BUTTON = 'display:inline-block;padding:12px 24px;background:#3d4f43;color:#ffffff;text-decoration:none'
const SMALL = 'font-size:14px;color:#5c5a55;word-break:break-all'

/** Makes a letter as plain text and as HTML. All values are escaped. */
export function layOut(subject: string, paragraphs: Paragraph[], signature: Signature): Letter {
  return { subject, text: asText(paragraphs, signature), html: asHtml(subject, paragraphs, signature) }
}

function asText(paragraphs: Paragraph[], { siteName, supportEmail }: Signature): string {
  const lines = paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.address))
  return [...lines, `«${siteName}»\nВопросы: ${supportEmail}`].join('\n\n') + '\n'
}

function asHtml(subject: string, paragraphs: Paragraph[], { siteName, supportEmail }: Signature): string {
  return [
    '<!doctype html>',
    '<html lang="ru">',
    `<head><meta charset="utf-8">${VIEWPORT}<title>${escapeHtml(subject)}</title></head>`,
    `<body style="${PAGE}"><div style="${SHEET}">`,
    ...paragraphs.map(asElement),
    `<p style="${SMALL}">«${escapeHtml(siteName)}»<br>Вопросы: ${escapeHtml(supportEmail)}</p>`,
    '</div></body>',
    '</html>',
    '',
  ].join('\n')
}

function asElement(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  const [label, address] = [escapeHtml(paragraph.label), escapeHtml(paragraph.address)]
  return `<p><a href="${address}" style="${BUTTON}">${label}</a></p>\n<p style="${SMALL}">${address}</p>`
}
