/** The fields that a browser sends to create a memorial, with those of the test put in. */
export function memorialFields(fields: Record<string, string> = {}): Record<string, string> {
  return {
    lastname: 'Ёлкин',
    name: 'Пётр',
    surname: 'Андреевич',
    birth_date: '1921-05-09',
    death_date: '1999-11-30',
    biography: 'Учил детей географии.',
    public_status: 'true',
    ...fields,
  }
}

/** A multipart body; `file` is the content of the photo field. */
export function memorialForm(
  fields: Record<string, string> = {},
  file?: { bytes: Uint8Array; name?: string; type?: string },
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(memorialFields(fields))) form.append(name, value)
  if (file) {
    const { bytes, name = 'photo.jpg', type = 'image/jpeg' } = file
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name)
  }
  return form
}
