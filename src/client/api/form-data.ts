type FormValue = string | number | boolean | Blob | null | undefined

/** A multipart body. Absent values (null, undefined) are left out; an empty text stays, since it clears a field. */
export function formDataOf(fields: Record<string, FormValue>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue
    form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}
