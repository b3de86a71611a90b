import type { TestApp } from './server-app'

/** Shortens the remaining lifetime of each key by milliseconds. */
const AGE_KEYS = `
  for _, key in ipairs(redis.call('keys', '*')) do
    local left = redis.call('pttl', key) - tonumber(ARGV[1])
    if left > 0 then redis.call('pexpire', key, left) else redis.call('del', key) end
  end`

export interface MovedClock {
  /** Advances the clock of this process, and the counts that a server stores in Redis. */
  pass(server: TestApp, milliseconds: number): Promise<void>
}

/** Replaces `Date.now`. End with `jest.restoreAllMocks()`. */
export function moveClock(): MovedClock {
  const realNow = Date.now
  let passedMs = 0
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + passedMs)
  return {
    async pass({ redis }, milliseconds) {
      passedMs += milliseconds
      await redis?.eval(AGE_KEYS, 0, milliseconds)
    },
  }
}
