import { type Life, lifeInYears } from '@contract/life'
import { fullName } from '@contract/names'
import { paths } from '@contract/paths'
import type { PlateChoice } from '@contract/plate'
import type { PublicSettings } from '@contract/settings'
import type { ReadableWhole } from '../../access/memorial'
import { unavailable } from '../../lib/api-error'
import { countAnswers, type LimitAttempts } from '../../lib/attempts'
import { createSemaphore, createSenderSemaphores, refuseWhenFull } from '../../lib/semaphore'
import { networkOf } from '../../lib/network'
import type { PlateWords } from '../../media/plates/words'

const LIMIT = {
  name: 'plates',
  max: 120,
  seconds: 10 * 60,
  refusal: 'Вы уже скачали много табличек. Пожалуйста, попробуйте через несколько минут.',
}
/** Each takes some tens of milliseconds, and a picture some megabytes. */
const MAX_AT_ONCE = 1
const MAX_WAITING = 20
/** Of one sender, behind the one in the shared queue. */
const MAX_WAITING_OF_ONE = 10
const RETRY_AFTER_SECONDS = 5
const TOO_MANY = 'Сейчас готовится слишком много табличек. Пожалуйста, попробуйте немного позже.'

export type PlateService = ReturnType<typeof createPlateService>

/** Draws the QR code of a page for print and engraving, optionally with name and years beneath. */
export function createPlateService({ limitAttempts, site }: { limitAttempts: LimitAttempts; site: PublicSettings }) {
  const drawnByNetwork = limitAttempts(LIMIT)
  const runLimited = createSemaphore(MAX_AT_ONCE, MAX_WAITING)
  const runLimitedPerSender = createSenderSemaphores(1, MAX_WAITING_OF_ONE)

  async function draw(memorial: ReadableWhole, choice: PlateChoice): Promise<Buffer> {
    // The server preloads it (load-ahead.ts); tests load it with their first plate.
    const { drawPlate } = await import('../../media/plates/draw-plate')
    return drawPlate(choice, {
      text: site.publicUrl + paths.memorial(memorial.id),
      words: choice.plate ? plateWords(memorial) : undefined,
      title: `QR-код — ${fullName(memorial)}`,
      author: site.siteName,
    })
  }

  return {
    /** `address` is the client's IP address. Throws 429, or 503 when the queue is full. */
    draw: (memorial: ReadableWhole, choice: PlateChoice, address: string): Promise<Buffer> =>
      countAnswers([[drawnByNetwork, networkOf(address)]], () =>
        runLimitedPerSender(networkOf(address), () => runLimited(() => draw(memorial, choice))).catch(
          refuseWhenFull(unavailable(TOO_MANY, RETRY_AFTER_SECONDS)),
        ),
      ),
  }
}

/** The text beneath the code of a page. */
export function plateWords(memorial: Pick<ReadableWhole, 'lastname' | 'name' | 'surname'> & Life): PlateWords {
  return {
    lastname: memorial.lastname.trim(),
    givenNames: [memorial.name, memorial.surname].filter(Boolean).join(' ').trim(),
    years: lifeInYears(memorial),
  }
}
