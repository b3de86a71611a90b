const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML, between elements or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return escape(text, ENTITIES)
}

/** Escapes a text for XML, between tags and in attributes. */
export function escapeXml(text: string): string {
  return escape(text, { ...ENTITIES, "'": '&apos;' })
}

function escape(text: string, entities: Record<string, string>): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
