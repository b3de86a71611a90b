import { notMePath } from '@contract/leaving'
import { LETTER_KINDS, type LetterKind, unsubscribePath } from '@contract/letters'
import { openedMark } from '@contract/opened-letter'
import type { PublicSettings } from '@contract/settings'
import { escapeHtml } from '../lib/escape'
import { seal, unseal } from '../lib/sealed'
import type { SecretKey } from '../lib/token'

/**
 * A paragraph of text, a link shown as a button, or a quotation. Opening a link with `showsReading` proves that the
 * recipient reads the mailbox. `toReached` contains or introduces what someone else wrote: an address that has never
 * opened a link gets `toStranger` instead, or nothing, and no quotation.
 */
export type Paragraph =
  | string
  | { label: string; url: string; showsReading?: true }
  | { quotation: string; author: string }
  | { toReached: string; toStranger?: string }

/** The content of a letter. The text is generated per recipient: what it may quote depends on the recipient. */
export interface Letter {
  subject: string
  paragraphs: Paragraph[]
  site: LetterSite
  /** Null if the recipient requested it: unsubscribing does not apply. */
  kind: LetterKind | null
  /** For readers who are often old. */
  isLarge?: true
}

/** A letter's subject, and its text in two forms. */
export interface WrittenLetter {
  subject: string
  text: string
  html: string
  /** The URL for unsubscribing from its kind. Null if the recipient requested it. */
  unsubscribeUrl: string | null
}

/** The result of a delivery. The message omits the mail server's reply, which may name the recipient. */
class MailFailure extends Error {
  constructor(
    message: string,
    override readonly cause: Error,
  ) {
    super(message)
  }
}

/** The mail server permanently rejects this letter: the recipient does not exist. */
export class LetterRefused extends MailFailure {}

/** The mail server cannot be reached, or rejects our credentials. */
export class MailServerAway extends MailFailure {}

/** Delivers letters. */
export interface MailTransport {
  /**
   * Resolves when the letter has been handed over. Rejects when it must be retried, and with `LetterRefused` when
   * retrying is futile.
   */
  send(letter: QueuedLetter): Promise<void>
  /** Closes all connections. Letters that are being sent are rejected. */
  close?(): void
}

/** A letter in the queue. Its id and `writtenAt` form its Message-ID, so that a duplicate can be recognised. */
export interface QueuedLetter extends WrittenLetter {
  id: number
  recipient: string
  attempts: number
  writtenAt: Date
}

type Shown = Exclude<Paragraph, { toReached: string }>

/** Without it phones lay a letter out at desktop width, and shrink it. */
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'
/** Some mail clients turn dates and numbers into links too. */
const NO_DETECTION = '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
const PAGE = 'margin:0;padding:32px 16px;background:#faf7f2;color:#2b2f2e;font:17px/1.6 Georgia,serif'
const SHEET = 'max-width:560px;margin:0 auto;padding:24px;background:#fffdf9;border:1px solid #e3dacb;border-radius:6px'
const LARGE = `${PAGE};font-size:22px`
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
 * others: see repository.ts.
 */
export function written(
  { subject, paragraphs, site, kind, isLarge }: Letter,
  { recipient, isReached }: { recipient: string; isReached: boolean },
): WrittenLetter {
  const shown = paragraphs.flatMap((paragraph) => shownTo(paragraph, isReached, () => site.openedMark(recipient)))
  const unsubscribeUrl = kind && site.unsubscribeUrl(kind, recipient)
  return {
    subject,
    text: asText(shown, site, unsubscribeUrl),
    html: asHtml(subject, shown, site, { unsubscribeUrl, isLarge }),
    unsubscribeUrl,
  }
}

function shownTo(paragraph: Paragraph, isReached: boolean, openedMark: () => string): Shown[] {
  if (typeof paragraph === 'string') return [paragraph]
  if ('url' in paragraph) {
    const { label, url, showsReading } = paragraph
    return [{ label, url: showsReading && !isReached ? url + openedMark() : url }]
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
    return 'url' in paragraph ? paragraph.url : `«${paragraph.quotation}»\n${paragraph.author}`
  })
  const foot = unsubscribeUrl ? [`${UNSUBSCRIBE}\n${unsubscribeUrl}`] : []
  return [...lines, `«${siteName}»\nВопросы: ${supportEmail}`, ...foot].join('\n\n') + '\n'
}

function asHtml(
  subject: string,
  paragraphs: Shown[],
  { siteName, supportEmail }: LetterSite,
  { unsubscribeUrl, isLarge }: { unsubscribeUrl: string | null; isLarge: true | undefined },
): string {
  return [
    '<!doctype html>',
    '<html lang="ru">',
    `<head><meta charset="utf-8">${VIEWPORT}${NO_DETECTION}<title>${escapeHtml(subject)}</title></head>`,
    `<body style="${isLarge ? LARGE : PAGE}"><div style="${SHEET}">`,
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
  const [label, url] = [escapeHtml(paragraph.label), escapeHtml(paragraph.url)]
  return `<p><a href="${url}" style="${BUTTON}">${label}</a></p>\n<p style="${SMALL}">${url}</p>`
}

const PURPOSE = 'letters'
const OPENED = 'opened letters'

/** What letters need to know about the installation. */
export interface LetterSite extends PublicSettings {
  /** Hashes the recipients (see address-hashes.ts). */
  secretKey: SecretKey
  /** The URL where the recipient unsubscribes from letters of this kind. */
  unsubscribeUrl: (kind: LetterKind, recipient: string) => string
  /** The suffix of a link's URL that proves, when opened, that the recipient reads this mailbox. */
  openedMark: (recipient: string) => string
}

export function letterSite(site: PublicSettings, secretKey: SecretKey): LetterSite {
  return {
    ...site,
    secretKey,
    unsubscribeUrl: (kind, recipient) =>
      site.publicUrl + unsubscribePath(seal(secretKey, PURPOSE, `${kind} ${recipient}`).toString('base64url')),
    openedMark: (recipient) => openedMark(seal(secretKey, OPENED, recipient).toString('base64url')),
  }
}

/** The address that a link was sent to; undefined when the token is invalid. */
export function readOpenedToken(secretKey: SecretKey, token: string): string | undefined {
  return unseal(secretKey, OPENED, Buffer.from(token, 'base64url'))
}

/** The kind and the address of an unsubscribe link; undefined when the token is invalid. */
export function readUnsubscribeToken(
  secretKey: SecretKey,
  token: string,
): { kind: LetterKind; recipient: string } | undefined {
  const [, name, recipient] =
    /^(\w+) (.+)$/s.exec(unseal(secretKey, PURPOSE, Buffer.from(token, 'base64url')) ?? '') ?? []
  const kind = LETTER_KINDS.find((known) => known === name)
  return kind && recipient !== undefined ? { kind, recipient } : undefined
}

/** The end of letters about account activity: the way to undo it. `token` is valid for 72 hours. */
export function notMeParagraphs({ publicUrl, supportEmail }: PublicSettings, token: string): Paragraph[] {
  return [
    'Если это были не вы, нажмите «Это не я». Мы выйдем из вашей учётной записи на всех устройствах, отменим то, что в ней успели сделать за последние трое суток, и пришлём письмо, чтобы вы задали новый пароль.',
    { label: 'Это не я', url: publicUrl + notMePath(token) },
    `Ссылка действует трое суток. Если нужна помощь, напишите нам: ${supportEmail}.`,
  ]
}

/** Hardly visible, but prevents mail clients from making a link of what it separates. */
export const HAIR_SPACE = '\u200a'
/** The characters that URLs and email addresses need, and those that domains treat as a full stop. */
const SIGN_OF_LINK = /([.@:/\\．。｡․])(?=[^\s.])/gu

/**
 * A quotation as a letter may show it. Mail clients make a link of everything that looks like one: `https://…`,
 * `www.…`, `почта.рф` and email addresses.
 */
export function withoutLinks(words: string): string {
  return words.replace(SIGN_OF_LINK, `$1${HAIR_SPACE}`)
}
