export const NAMELESS = 'Неизвестный'

export interface PersonName {
  lastname: string | null
  name: string | null
  surname: string | null
}

/** Фамилия Имя Отчество, of those that are there. */
export function fullName({ lastname, name, surname }: PersonName): string {
  const parts = [lastname, name, surname].map((part) => part?.trim()).filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : NAMELESS
}
