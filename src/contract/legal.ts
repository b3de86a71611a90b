import { LEGAL_BASE_PATH } from './paths'

/** The legal pages. A name is the address of the page and the name of its file in LEGAL_DIR. */
export const LEGAL_NAMES = ['privacy-policy', 'confidentiality-policy', 'user-agreement', 'consent'] as const
export type LegalName = (typeof LEGAL_NAMES)[number]

/** Of an address of a legal page: the day of an earlier edition. */
export const EDITION_PARAMETER = 'edition'

/** Where the server answers with the text of a file of legal pages, `consent` or `consent.2025-06-18`: a LegalDocument as JSON. */
export function legalDocumentPath(file: string): string {
  return `${LEGAL_BASE_PATH}/${encodeURIComponent(file)}.json`
}

/** The name of an edition's file: of the one in force without a day. */
export function legalFile(name: LegalName, edition: string | null): string {
  return edition ? `${name}.${edition}` : name
}

/** The address of an earlier edition. */
export function editionPath(path: string, edition: string): string {
  return `${path}?${EDITION_PARAMETER}=${edition}`
}

/**
 * The editions in force of the texts that whoever registers or leaves words accepts: the user agreement, and the policy on
 * personal data. Each is a day ('2026-11-26'), or what the text says in place of one.
 */
export interface EditionsInForce {
  agreement: string
  policy: string
}

/** A legal page, rendered from its Markdown by the server. HTML that was written in the Markdown is escaped in it. */
export interface LegalDocument {
  title: string
  /** Since when the text is in force: «Редакция от 18 июня 2025 года». */
  edition: string
  /** The days of earlier editions that can be read, the last one first. Empty in an earlier edition. */
  earlier: string[]
  /** HTML. In a few words what the document is about; not a part of it. */
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
  /** The anchor, where other clauses refer to this one. */
  id: string | null
  /** «2.1» */
  number: string
  html: string
}
