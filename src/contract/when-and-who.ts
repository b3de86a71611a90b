import type { ArchiveItem } from './archive'

/** «лето 1956 · Мария и Иван», as much of it as is known of an item of an archive. */
export function whenAndWho({ date_text, people }: Pick<ArchiveItem, 'date_text' | 'people'>): string {
  return [date_text, people].filter(Boolean).join(' · ')
}
