import type { ContactKind } from '@contract/contacts'
import type { Decision } from '@contract/memory'
import { formFor, type Forms } from '@contract/plurals'
import type { ReportDecision } from '@contract/reports'

/** The texts of a decision while it can be undone. */
const DECIDED: Record<string, string | undefined> = {
  'memory approved': 'Воспоминание одобрено',
  'memory rejected': 'Воспоминание отклонено',
  'story approved': 'Рассказ одобрен',
  'story rejected': 'Рассказ отклонён',
  'proposal accepted': 'Уточнение принято',
  'proposal rejected': 'На странице всё остаётся как есть',
  'report dismiss': 'Страница остаётся',
  'report close': 'Страница сейчас закроется',
} satisfies Record<`memory ${Decision}` | `story ${Decision}` | `report ${ReportDecision}`, string> &
  Record<string, string>

export function decidedText({ about, decision }: { about: string; decision: string }): string {
  return DECIDED[`${about} ${decision}`] ?? ''
}

/** The texts of the outcomes of a decision that did not take effect. */
export const OUTCOMES = {
  memory: {
    failed: 'Ошибка при сохранении информации.',
    decided_before: 'По этому воспоминанию решение уже принято.',
    not_found: 'Этого воспоминания больше нет.',
  },
  story: {
    failed: 'Не удалось сохранить решение. Пожалуйста, попробуйте ещё раз.',
    decided_before: 'По этому рассказу решение уже принято.',
    not_found: 'Этого рассказа больше нет.',
  },
  proposal: {
    failed: 'Решение не сохранилось: возможно, это на странице уже изменили. Посмотрите, пожалуйста, ещё раз.',
    decided_before: 'По этому уточнению решение уже принято.',
    not_found: 'Этого уточнения больше нет.',
  },
  report: {
    failed: 'Не удалось сохранить решение. Пожалуйста, попробуйте ещё раз.',
    decided_before: 'По этому сообщению решение уже принято.',
    not_found: 'Этого сообщения больше нет: возможно, страницу удалили.',
  },
} as const
export const WHO_DECIDES =
  'Слова появятся на странице, когда их одобрите вы или модератор сервиса. Там, где вы выбрали «Решаем только мы», — только вы.'
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
