import { acceptTime } from '../../db/clock-watch'
import { recordInRegister } from '../../modules/audit/repository'
import type { InstallationVerb } from '../verb'

export const clockAccept: InstallationVerb = {
  words: 'clock accept',
  summary: 'the clock is right although it has leapt: go on to destroy what is old enough',
  question: () => `Is it ${new Date().toISOString()} now? What is old enough by that time will be destroyed.`,
  async runOn({ db }) {
    const { seenAt, time } = await db.transaction().execute(async (tx) => {
      await recordInRegister(tx, 'clock_accepted', {})
      return acceptTime(tx)
    })
    const since = seenAt ? ` A server last saw ${seenAt.toISOString()}.` : ''
    return {
      data: { accepted: time, last_seen: seenAt ?? null },
      lines: [`${time.toISOString()} is accepted: within a minute jobs go on to destroy.${since}`],
    }
  },
}
