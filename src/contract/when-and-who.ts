import type { ArchiveItem } from './archive'

/** «лето 1956 · Мария и Иван», with the known fields of an archive item. */
export function whenAndWho({ date_text, people }: Pick<ArchiveItem, 'date_text' | 'people'>): string {
  return [date_text, people].filter(Boolean).join(' · ')
}
