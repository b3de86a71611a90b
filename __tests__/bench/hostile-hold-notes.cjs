/**
 * Loaded into the server before its own program (`NODE_OPTIONS`): writes down for how long its event loop was held. A line of
 * HOLDS_FILE is the time, in milliseconds since 1970, and the milliseconds that the loop's thread had worked since its timer ran
 * last. Processor time, so that neither other programs nor other threads count.
 */
const { appendFileSync, readFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

const LOOK_EVERY_MS = 2
const WORTH_A_LINE_MS = 10

const { HOLDS_FILE } = process.env
// Processes and threads that the server starts load this too.
if (isMainThread && HOLDS_FILE && process.argv[1]?.endsWith('main.js')) {
  let before = worked()
  setInterval(() => {
    const now = worked()
    if (now - before > WORTH_A_LINE_MS) appendFileSync(HOLDS_FILE, `${Date.now()} ${now - before}\n`)
    before = now
  }, LOOK_EVERY_MS).unref()
}

/** Linux tells the nanoseconds of each thread; the first one has the number of its process. */
function worked() {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
