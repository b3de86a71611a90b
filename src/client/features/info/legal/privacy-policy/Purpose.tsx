import type { ReactNode } from 'react'

export interface PurposeProps {
  title: string
  whose: string
  what: string
  basis: string
  term: ReactNode
}

/** A purpose with what article 18.1 of 152-FZ wants told about each one. */
export function Purpose({ title, whose, what, basis, term }: PurposeProps) {
  return (
    <>
      <strong>{title}</strong>
      <dl>
        <dt>Чьи данные</dt>
        <dd>{whose}</dd>
        <dt>Какие</dt>
        <dd>{what}</dd>
        <dt>Основание</dt>
        <dd>{basis}</dd>
        <dt>Срок хранения</dt>
        <dd>{term}</dd>
      </dl>
    </>
  )
}
