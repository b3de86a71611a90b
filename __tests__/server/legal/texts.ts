import type { LegalDocument, LegalName } from '@contract/legal'
import { readConfig } from '@server/config'
import { legalPlaceholders } from '@server/modules/legal/parse-document'
import { renderLegalDocuments } from '@server/modules/legal/read-documents'

const HEAD = '# Согласие\n\nРедакция от 1 мая 2026 года\n\n'

/** The pages rendered from these Markdown texts, by the names of their files. */
export function rendered(texts: Partial<Record<LegalName, string>>, env: Record<string, string> = {}) {
  const sources = Object.entries(texts).map(([name, text]) => ({
    name: name as LegalName,
    file: `/legal/${name}.md`,
    text,
  }))
  return renderLegalDocuments(sources, legalPlaceholders(readConfig(env)))
}

/** One page with a title and an edition before these sections. */
export function withSections(markdown: string, env: Record<string, string> = {}): LegalDocument {
  const document = rendered({ consent: HEAD + markdown }, env).get('consent')
  if (!document) throw new Error('No such page')
  return document
}

/** The HTML of the only clause that these words make. */
export function clauseOf(markdown: string, env: Record<string, string> = {}): string {
  const { sections } = withSections(`## Раздел {#part}\n\n${markdown}`, env)
  return sections
    .flatMap(({ clauses }) => clauses)
    .map(({ html }) => html)
    .join('\n')
}

/** What one reads, without elements, with ordinary spaces. */
export function textOf(document: LegalDocument | undefined): string {
  if (!document) throw new Error('No such page')
  const { title, edition, summary, sections } = document
  const html = [summary ?? '', ...sections.flatMap(({ clauses }) => clauses).map((clause) => clause.html)]
  return [title, edition, ...html.map(withoutElements)].join('\n').replaceAll('\u00a0', ' ')
}

function withoutElements(html: string): string {
  return html.replace(/<[^<>]*>/g, '')
}
