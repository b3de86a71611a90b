import { LEGAL_BASE_PATH } from './paths'

/** The legal pages. A name is the path of the page and the name of its file in LEGAL_DIR. */
export const LEGAL_NAMES = [
  'privacy-policy',
  'confidentiality-policy',
  'user-agreement',
  'consent',
  'voice-consent',
] as const
export type LegalName = (typeof LEGAL_NAMES)[number]

/** The URL parameter with the day of an earlier edition. */
export const EDITION_PARAMETER = 'edition'

/** The URL of a file of legal pages, `consent` or `consent.2025-06-18`: a LegalDocument as JSON. */
export function legalDocumentPath(file: string): string {
  return `${LEGAL_BASE_PATH}/${encodeURIComponent(file)}.json`
}

/** The name of an edition's file; without a day for the edition in force. */
export function legalFile(name: LegalName, edition: string | null): string {
  return edition ? `${name}.${edition}` : name
}

/** The URL of an earlier edition. */
export function editionPath(path: string, edition: string): string {
  return `${path}?${EDITION_PARAMETER}=${edition}`
}

/**
 * The editions in force of the texts that a registration or a memory accepts: the user agreement and the privacy
 * policy. Each is a day ('2026-11-26'), or the text's own wording.
 */
export interface EditionsInForce {
  agreement: string
  policy: string
}

/** A legal page, rendered from its Markdown by the server. HTML in the Markdown is escaped. */
export interface LegalDocument {
  title: string
  /** Since when the text is in force: «Редакция от 18 июня 2025 года». */
  edition: string
  /** The days of readable earlier editions, latest first. Empty in an earlier edition. */
  earlier: string[]
  /** HTML. A short summary that is not legally part of the document. */
  summary: string | null
  sections: LegalSection[]
}

export interface LegalSection {
  /** The anchor of its heading. */
  id: string
  /** «2» */
  number: string
  title: string
  clauses: LegalClause[]
}

export interface LegalClause {
  /** The anchor, if other clauses refer to this one. */
  id: string | null
  /** «2.1» */
  number: string
  html: string
}
