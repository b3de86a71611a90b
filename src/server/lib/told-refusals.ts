import { isRefusal, TooManyAttempts } from './attempts'
import type { SecurityDetails, SecurityEvent, SecurityLog } from './security-log'

/** What a refusal is called in the log. */
interface RefusalEvents {
  lockedOut: SecurityEvent
  /** Absent where only a lock-out matters. */
  missed?: SecurityEvent
}

/**
 * Does what may be refused, and tells the log of a refusal. Of a lock-out it tells once for each limit, key and window:
 * whoever goes on asking a thousand times a second fills no log. `details.kind`, where absent, is the name of the limit.
 */
export async function tellOfRefusals<T>(
  securityLog: SecurityLog,
  { lockedOut, missed }: RefusalEvents,
  details: SecurityDetails,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooManyAttempts) {
      if (error.isFirst) securityLog.tell(lockedOut, { kind: error.limit, ...details })
    } else if (missed && isRefusal(error)) {
      securityLog.tell(missed, details)
    }
    throw error
  }
}
