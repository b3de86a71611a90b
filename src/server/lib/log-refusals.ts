import { isRefusal, TooManyAttempts } from './attempts'
import type { SecurityDetails, SecurityEvent, SecurityLog } from './security-log'

/** The names of refusals in the log. */
interface RefusalEvents {
  lockedOut: SecurityEvent
  /** Absent where only lock-outs are logged. */
  missed?: SecurityEvent
}

/**
 * Runs `work`, and logs when it is refused. A lock-out is logged once for each limit, key and window, so that a client that
 * keeps asking cannot fill the log. Without `details.kind` the limit's name is logged.
 */
export async function logRefusals<T>(
  securityLog: SecurityLog,
  { lockedOut, missed }: RefusalEvents,
  details: SecurityDetails,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooManyAttempts) {
      if (error.isFirst) securityLog.record(lockedOut, { kind: error.limit, ...details })
    } else if (missed && isRefusal(error)) {
      securityLog.record(missed, details)
    }
    throw error
  }
}
