/** Unsent texts of a form, kept in the tab (sessionStorage) so that a lost session does not lose them. Call from effects only. */

export function readDraft(key: string): Record<string, unknown> | undefined {
  try {
    const draft: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export function writeDraft(key: string, draft: object): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // A full or forbidden storage must not stop anyone from writing.
  }
}

export function dropDraft(key: string): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Forbidden storage: then nothing was kept either.
  }
}
