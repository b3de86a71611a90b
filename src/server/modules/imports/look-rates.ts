import type { LimitAttempts } from '../../lib/attempts'

/** Portraits that trials decode. A creation needs places for its pages, a trial nothing. */
const MAX_OF_HOUR = 3000
const LOOKS = {
  name: 'portraits-of-trials',
  max: MAX_OF_HOUR,
  seconds: 3600,
  refusal:
    'За час можно проверить не больше 3000 фотографий. Пожалуйста, разделите таблицу на части или попробуйте позже.',
}

/** Limits the portraits that one sender has looked at in an hour. */
export function createLookRates(limitAttempts: LimitAttempts): (sender: string) => Promise<void> {
  const looks = limitAttempts(LOOKS)
  return (sender) => looks.count(sender)
}
