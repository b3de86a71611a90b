import fp from 'fastify-plugin'
import type { Front } from './front'

const LOOK_EVERY_MS = 15_000
/** Answers that are kept for a minute are gone by then. */
const LOOKS_AT_REST = 6
/** Health checks and whoever reads /metrics go on asking a server at rest. */
const REQUESTS_AT_REST_MAX = 10
/** From then on there is something to collect. */
const REQUESTS_OF_WORK_MIN = 100

/**
 * Collects garbage once when a server has come to rest after work. V8 itself looks for what is not needed any more only while
 * memory is asked for: what the last minutes of work left would stay for as long as nobody comes.
 */
export const rest = fp<{ front: Pick<Front, 'onRequest'>; collectGarbage: () => void }>(
  (app, { front, collectGarbage }, done) => {
    let sinceLook = 0
    let workSinceCollected = REQUESTS_OF_WORK_MIN
    let looksAtRest = 0
    front.onRequest(() => sinceLook++)
    const timer = setInterval(() => {
      if (sinceLook > REQUESTS_AT_REST_MAX) {
        looksAtRest = 0
        workSinceCollected += sinceLook
      } else looksAtRest++
      sinceLook = 0
      if (looksAtRest < LOOKS_AT_REST || workSinceCollected < REQUESTS_OF_WORK_MIN) return
      workSinceCollected = 0
      collectGarbage()
    }, LOOK_EVERY_MS).unref()
    app.addHook('onClose', () => clearInterval(timer))
    done()
  },
)
