import { LEGAL_BASE_PATH } from './paths'

/** The legal pages. A name is the address of the page and the name of its file in LEGAL_DIR. */
export const LEGAL_NAMES = ['privacy-policy', 'confidentiality-policy', 'user-agreement', 'consent'] as const
export type LegalName = (typeof LEGAL_NAMES)[number]

/** Where the server answers with the page's text: a LegalDocument as JSON. */
export function legalDocumentPath(name: LegalName): string {
  return `${LEGAL_BASE_PATH}/${name}.json`
}

/** A legal page, rendered from its Markdown by the server. HTML that was written in the Markdown is escaped in it. */
export interface LegalDocument {
  title: string
  /** Since when the text is in force: «Редакция от 18 июня 2025 года». */
  edition: string
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
