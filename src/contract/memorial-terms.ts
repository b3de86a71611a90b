/** The terms of memorials that need no validation code: lists and pages are shown without it. */

export const BASIC = 'Базовый'
export const ADVANCED = 'Продвинутый'
export const NO_ADVANCED_LEFT = 'У вас нет права на размещение продвинутого мемориала'
export const MEMORIAL_REQUIRED = 'Не указан мемориал'
export const PAGE_CLOSED = 'Страница закрыта. Введите PIN-код.'
/**
 * A header of the response `PAGE_CLOSED`; NO_PIN means that no PIN opens the page: its owner has set none, or it was
 * taken down.
 */
export const PIN_HEADER = 'x-pin'
export const NO_PIN = 'none'

/**
 * A token that opens one closed memorial: for which one, until when (seconds since 1970), if it was given to a person who was
 * let in the id of their request, or `s` with the id of the session if it was given to the memorial's owner, and the signature.
 */
export const MEMORIAL_TOKEN = /^pin\.(\d{1,10})\.(\d{1,12})\.(?:(\d{1,10})\.|s(\d{1,10})\.)?([\w-]+)$/

/** When a memorial token expires; undefined for other text. */
export function endOfMemorialToken(token: string): Date | undefined {
  const [, , seconds] = MEMORIAL_TOKEN.exec(token) ?? []
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1000)
}

/** An account's role on a page: its owner, or a keeper whom the owner invited. */
export const KEEPER_ROLES = ['owner', 'keeper'] as const
export type KeeperRole = (typeof KEEPER_ROLES)[number]

/**
 * Who closed a page to all but its keepers: moderators after a report, the operator, or its owner by deleting the
 * account.
 */
export const CLOSED_BY = ['moderators', 'operator', 'owner'] as const
export type ClosedBy = (typeof CLOSED_BY)[number]
/** The texts for the keepers of the page. */
export const CLOSED_BY_TEXTS: Record<ClosedBy, string> = {
  moderators: 'Страница временно закрыта модераторами',
  operator: 'Страница временно закрыта администрацией сайта',
  owner: 'Страница временно закрыта',
}

export const SORT_FIELDS = ['lastname', 'birth_date', 'death_date'] as const
export const SORT_ORDERS = ['asc', 'desc'] as const

/** The parts of a name, where a page shows or changes them. */
export const NAME_FIELDS = ['lastname', 'name', 'surname', 'maiden_name'] as const
/** The texts of a memorial whose changes leave a revision, and for which readers may propose others. */
export const TEXTS_WITH_HISTORY = [...NAME_FIELDS, 'biography'] as const

/** The precision of a date: to the day, to the month, to the year, about that year, or unknown. */
export const PRECISIONS = ['day', 'month', 'year', 'about', 'unknown'] as const

export const NAME_FILTERS = ['lastname', 'name', 'surname'] as const
export const YEAR_FILTERS = ['birth_year_from', 'birth_year_to', 'death_year_from', 'death_year_to'] as const
/** All filters of public lists; `q` is the search box. */
export const LIST_FILTERS = ['q', ...NAME_FILTERS, ...YEAR_FILTERS, 'place'] as const

export type SortField = (typeof SORT_FIELDS)[number]
export type SortOrder = (typeof SORT_ORDERS)[number]
export type Precision = (typeof PRECISIONS)[number]
export type NameFilter = (typeof NAME_FILTERS)[number]
export type ListFilter = (typeof LIST_FILTERS)[number]

/** The labels of a memorial's fields, for forms and messages. */
export const MEMORIAL_LABELS = {
  lastname: 'Фамилия',
  name: 'Имя',
  surname: 'Отчество',
  maiden_name: 'Девичья фамилия',
  birth_date: 'Дата рождения',
  birth_precision: 'Точность даты рождения',
  death_date: 'Дата смерти',
  death_precision: 'Точность даты смерти',
  biography: 'Биография',
  file: 'Фото',
  public_status: 'Публичная страница',
  swo_status: 'Герой СВО',
  indexable: 'Показывать в поисковых системах',
  rate_check: 'Альбом, голос и видео',
  keepers_decide: 'Решаем только мы',
} as const
