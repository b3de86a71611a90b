import type { ContactKind } from '@contract/contacts'
import type { Decision } from '@contract/memory'
import { formFor, type Forms } from '@contract/plurals'

export const DECIDED: Record<Decision, string> = {
  approved: 'Воспоминание одобрено',
  rejected: 'Воспоминание отклонено',
}
export const UNDONE = 'Решение отменено'
export const NOTHING_WAITS = 'Новых воспоминаний нет.'
export const NOTHING_FOUND = 'По этим условиям ничего не найдено.'
export const LOAD_FAILED = 'Не удалось загрузить воспоминания на проверке.'

export const CONTACT_LABELS: Record<ContactKind, string> = {
  link: 'Ссылка',
  phone: 'Телефон',
  email: 'Адрес почты',
  handle: 'Имя в мессенджере',
}

const WAIT: Forms = ['Ожидает', 'Ожидают', 'Ожидают']
const number = new Intl.NumberFormat('ru-RU')

/** For example: «Ожидает решения: 1», «Ожидают решения: 5 000». */
export function waitingInAll(count: number): string {
  return `${formFor(count, WAIT)} решения: ${number.format(count)}`
}

/** How many memories match the filters. */
export function foundInAll(count: number): string {
  return `Найдено: ${number.format(count)}`
}
