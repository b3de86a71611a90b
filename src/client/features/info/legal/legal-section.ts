import type { ReactNode } from 'react'

/** What all four documents say alike. The edition of /consent is also CONSENT_VERSION of the contract. */
export const EDITION = 'Редакция от 18 июня 2025 года'
export const DESTRUCTION_TERM =
  'Персональные данные уничтожаются в срок не более 30 дней с даты достижения цели обработки или отзыва согласия.'

/** A numbered part of a document. Its clauses get their numbers (2.1, 2.2) from where they stand. */
export interface LegalSection {
  /** The anchor of its heading, unique in the document. */
  id: string
  title: string
  clauses: ReactNode[]
}
