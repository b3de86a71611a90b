import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 1_000
const PATIENCE_MS = 60_000
const IDLE_SHARE = 0.95

/** Resolves once all processors have been idle for a second, or after a minute: somebody else may keep them busy for long. */
export async function processorsAtRest(): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (let before = times(); Date.now() < giveUpAt;) {
    await pause(LOOK_EVERY_MS)
    const now = times()
    if ((now.idle - before.idle) / (now.all - before.all) >= IDLE_SHARE) return
    before = now
  }
}

/** Of all processors together, in ms since the machine was started. */
function times(): { idle: number; all: number } {
  let idle = 0
  let all = 0
  for (const cpu of cpus()) {
    idle += cpu.times.idle
    for (const ms of Object.values(cpu.times)) all += ms
  }
  return { idle, all }
}
