import type { LetterKind } from '@contract/letters'
import { escapeHtml } from '../lib/escape-html'
import type { Letter, Paragraph, WrittenLetter } from './letter'
import type { LetterSite } from './letter-site'
import { withoutLinks } from './quotation'

type Shown = Exclude<Paragraph, { toReached: string }>

/** Without it phones lay a letter out at desktop width, and shrink it. */
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'
/** Some mail clients turn dates and numbers into links too. */
const NO_DETECTION = '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
const PAGE = 'margin:0;padding:32px 16px;background:#faf7f2;color:#2b2f2e;font:17px/1.6 Georgia,serif'
const SHEET = 'max-width:560px;margin:0 auto;padding:24px;background:#fffdf9;border:1px solid #e3dacb;border-radius:6px'
const NAME = 'margin:0 0 24px;font-size:20px;font-weight:bold;color:#23403f'
const BUTTON =
  'display:inline-block;padding:12px 24px;background:#23403f;color:#fffdf9;border-radius:6px;text-decoration:none'
const QUOTATION = 'margin:24px 0;padding:0 0 0 16px;border-left:3px solid #8a5a3c'
const SMALL = 'font-size:14px;color:#5a605e;word-break:break-all'
const FOOT_LINK = 'color:#5a605e'

const UNSUBSCRIBE = 'Не получать такие письма'

/** A letter of a kind from which the recipient can unsubscribe; null if the recipient requested it. */
export function layOut(
  subject: string,
  paragraphs: Paragraph[],
  site: LetterSite,
  kind: LetterKind | null = 'safety',
): Letter {
  return { subject, paragraphs, site, kind }
}

/**
 * A letter as plain text and as HTML. All values are escaped. `isReached`, and therefore whether the letter quotes
 * others: see reached-repository.ts.
 */
export function written(
  { subject, paragraphs, site, kind }: Letter,
  { recipient, isReached }: { recipient: string; isReached: boolean },
): WrittenLetter {
  const shown = paragraphs.flatMap((paragraph) => shownTo(paragraph, isReached, () => site.openedMark(recipient)))
  const unsubscribeUrl = kind && site.unsubscribeUrl(kind, recipient)
  return {
    subject,
    text: asText(shown, site, unsubscribeUrl),
    html: asHtml(subject, shown, site, unsubscribeUrl),
    unsubscribeUrl,
  }
}

function shownTo(paragraph: Paragraph, isReached: boolean, openedMark: () => string): Shown[] {
  if (typeof paragraph === 'string') return [paragraph]
  if ('address' in paragraph) {
    const { label, address, showsReading } = paragraph
    return [{ label, address: showsReading && !isReached ? address + openedMark() : address }]
  }
  if ('toReached' in paragraph) {
    const sentence = isReached ? paragraph.toReached : paragraph.toStranger
    return sentence === undefined ? [] : [sentence]
  }
  if (!isReached) return []
  return [{ quotation: withoutLinks(paragraph.quotation), author: withoutLinks(paragraph.author) }]
}

function asText(paragraphs: Shown[], { siteName, supportEmail }: LetterSite, unsubscribeUrl: string | null): string {
  const lines = paragraphs.map((paragraph) => {
    if (typeof paragraph === 'string') return paragraph
    return 'address' in paragraph ? paragraph.address : `«${paragraph.quotation}»\n${paragraph.author}`
  })
  const foot = unsubscribeUrl ? [`${UNSUBSCRIBE}\n${unsubscribeUrl}`] : []
  return [...lines, `«${siteName}»\nВопросы: ${supportEmail}`, ...foot].join('\n\n') + '\n'
}

function asHtml(
  subject: string,
  paragraphs: Shown[],
  { siteName, supportEmail }: LetterSite,
  unsubscribeUrl: string | null,
): string {
  return [
    '<!doctype html>',
    '<html lang="ru">',
    `<head><meta charset="utf-8">${VIEWPORT}${NO_DETECTION}<title>${escapeHtml(subject)}</title></head>`,
    `<body style="${PAGE}"><div style="${SHEET}">`,
    `<p style="${NAME}">${escapeHtml(siteName)}</p>`,
    ...paragraphs.map(asElement),
    `<p style="${SMALL}">«${escapeHtml(siteName)}»<br>Вопросы: ${escapeHtml(supportEmail)}</p>`,
    ...(unsubscribeUrl
      ? [`<p style="${SMALL}"><a href="${escapeHtml(unsubscribeUrl)}" style="${FOOT_LINK}">${UNSUBSCRIBE}</a></p>`]
      : []),
    '</div></body>',
    '</html>',
    '',
  ].join('\n')
}

function asElement(paragraph: Shown): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  if ('quotation' in paragraph) {
    const [words, author] = [escapeHtml(paragraph.quotation), escapeHtml(paragraph.author)]
    return `<blockquote style="${QUOTATION}"><p>${words.replaceAll('\n', '<br>')}</p><p><b>${author}</b></p></blockquote>`
  }
  const [label, address] = [escapeHtml(paragraph.label), escapeHtml(paragraph.address)]
  return `<p><a href="${address}" style="${BUTTON}">${label}</a></p>\n<p style="${SMALL}">${address}</p>`
}
