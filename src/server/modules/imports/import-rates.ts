import { tooMany } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'

const HOUR_SECONDS = 3600
/** An import needs places for its pages; a trial needs nothing, so it is limited. */
const TRIALS_OF_HOUR = 60
/** Portraits that trials may decode. */
const LOOKS_OF_HOUR = 3000
/** One runs and one is queued: a table of a hundred thousand people takes minutes. */
const IMPORTS_AT_ONCE = 2
const RETRY_AFTER_SECONDS = 30
const TOO_MANY_AT_ONCE = 'Ваши предыдущие файлы ещё загружаются. Пожалуйста, подождите немного.'

/** Hourly limits of one sender's trials. */
export interface ImportRates {
  countTrial(sender: string): Promise<unknown>
  countLook(sender: string): Promise<unknown>
}

export function createImportRates(limitAttempts: LimitAttempts): ImportRates {
  const trials = limitAttempts({
    name: 'import-trials',
    max: TRIALS_OF_HOUR,
    seconds: HOUR_SECONDS,
    refusal: 'За час можно проверить не больше 60 файлов. Пожалуйста, попробуйте позже.',
  })
  const looks = limitAttempts({
    name: 'portraits-of-trials',
    max: LOOKS_OF_HOUR,
    seconds: HOUR_SECONDS,
    refusal:
      'За час можно проверить не больше 3000 фотографий. Пожалуйста, разделите таблицу на части или попробуйте позже.',
  })
  return { countTrial: (sender) => trials.count(sender), countLook: (sender) => looks.count(sender) }
}

/**
 * Takes one of an account's places in the import queue, and returns the function that releases it. Throws 429 when none is
 * left.
 */
export type TakePlace = (accountId: number) => () => void

/** Take a place before receiving the body: each queued import has its files on disk. */
export function createImportPlaces(): TakePlace {
  const taken = new Map<number, number>()

  return (accountId) => {
    const others = taken.get(accountId) ?? 0
    if (others >= IMPORTS_AT_ONCE) throw tooMany(TOO_MANY_AT_ONCE, RETRY_AFTER_SECONDS)
    taken.set(accountId, others + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const left = (taken.get(accountId) ?? 1) - 1
      if (left > 0) taken.set(accountId, left)
      else taken.delete(accountId)
    }
  }
}
