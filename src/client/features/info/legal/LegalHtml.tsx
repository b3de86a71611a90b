/**
 * A fragment of a legal page. Our own server generates its HTML from the operator's Markdown, in which HTML stays text: nothing
 * that a visitor wrote gets here. The architecture test allows HTML in this file alone.
 */
export function LegalHtml({ html }: { html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
