import { tooMany } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'

const HOUR_SECONDS = 3600
/** A creation needs places for its pages, a trial nothing. */
const TRIALS_OF_HOUR = 60
/** Portraits that trials decode. */
const LOOKS_OF_HOUR = 3000
/** One runs and one waits: a table of a hundred thousand people takes minutes. */
const IMPORTS_AT_ONCE = 2
const RETRY_AFTER_SECONDS = 30
const TOO_MANY_AT_ONCE = 'Ваши предыдущие файлы ещё загружаются. Пожалуйста, подождите немного.'

/** What one sender may have tried in an hour. */
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
 * Takes one of the places that an account has in the queue of imports, and returns how to leave it. Throws 429 where it has
 * none left.
 */
export type TakePlace = (accountId: number) => () => void

/** Places are taken before the body comes: each import that waits has its files on the disk. */
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
