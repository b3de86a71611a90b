import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import { stackInSources } from './stack-in-sources'

/** The log as most of the server needs it; functions pick the levels that they use. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

/** The properties of an error that are logged next to its message. None of them can hold user content. */
const LOGGED_PROPERTIES = [
  'code',
  'originalCode',
  'errno',
  'syscall',
  'command',
  'responseCode',
  'statusCode',
  'severity',
  'table',
  'column',
  'constraint',
  'routine',
]
const NESTED_MAX = 3
const FRAME = /^ {4}at .+$/gm
/** Everything around an @ up to the next space, but not a path like node_modules/@scope. */
const EMAIL = /(?<![^\s@/<>])[^\s@/<>]+(?:@|%40)[^\s@/<>]+/g
const SECRET_IN_URL = /:\/\/[^\s/?#]*@/g
/** Part of both. Looked for first, since most lines hold neither. */
const SIGN_OF_EITHER = /@|%40/
/** PostgreSQL's class of errors about a value. Their messages quote the value. */
const DATA_EXCEPTION = /^22/
/** The standard part of a mail server's reply: '550 5.1.1'. */
const SMTP_STATUS = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/

/** Lines are written at this many bytes. */
const BATCH_BYTES = 8 * 1024
/** No line waits longer. */
const BATCH_MS = 250

/** The server's log: JSON lines to stdout, or to `destination`, without personal data and user content. */
export function createLog({
  destination = standardOutput(),
  level = 'info',
}: { destination?: DestinationStream; level?: LevelWithSilent } = {}): Logger {
  return pino(
    {
      level,
      serializers: { err: (error: unknown) => loggedError(error) },
      hooks: {
        logMethod(args, method) {
          method.apply(this, withoutSecrets(args) as Parameters<typeof method>)
        },
      },
    },
    destination,
  )
}

/**
 * Lines are written in batches: a write for each takes as long as a short response. None is lost when the process exits by
 * itself.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: BATCH_BYTES, periodicFlush: BATCH_MS })
  process.once('exit', () => output.flushSync())
  return output
}

/** An error as logged: only those of its own properties that cannot hold personal data. */
function loggedError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPersonalData(String(error)) }
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  const type = error.constructor.name || error.name
  const message = loggedMessage(error)
  const isDeepest = depth >= NESTED_MAX
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...loggedFrames(error)].join('\n'),
    ...loggedProperties(error),
    ...(cause !== undefined && !isDeepest && { cause: loggedError(cause, depth + 1) }),
    ...(Array.isArray(errors) && !isDeepest && { errors: errors.map((each) => loggedError(each, depth + 1)) }),
  }
}

/** The arguments of a log call, cleaned. Without a message, pino would use the raw message of the error. */
function withoutSecrets([first, ...rest]: unknown[]): unknown[] {
  const details = first instanceof Error ? { err: first } : first
  const { err } = (details ?? {}) as { err?: unknown }
  const texts = rest.length === 0 && err instanceof Error ? [loggedMessage(err)] : rest
  return [details, ...texts].map((part) => (typeof part === 'string' ? withoutPersonalData(part) : part))
}

function loggedMessage(error: Error): string {
  const { code, severity, response } = error as { code?: unknown; severity?: unknown; response?: unknown }
  const isOfDatabase = typeof severity === 'string' && typeof code === 'string'
  if (isOfDatabase && DATA_EXCEPTION.test(code)) return error.message.split(/[":]/, 1)[0]?.trim() ?? ''
  // A mail server's reply may quote the e-mail in any form.
  if (typeof response === 'string' && response) {
    return withoutPersonalData(error.message.replaceAll(response, SMTP_STATUS.exec(response)?.[0] ?? ''))
  }
  return withoutPersonalData(error.message)
}

function loggedFrames({ stack = '' }: Error): string[] {
  return (stackInSources(stack).match(FRAME) ?? []).map(withoutPersonalData)
}

function loggedProperties(error: Error): object {
  const properties = error as unknown as Record<string, unknown>
  const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  return Object.fromEntries(
    LOGGED_PROPERTIES.filter((name) => isPlain(properties[name])).map((name) => [name, properties[name]]),
  )
}

/** A text without e-mail addresses, and without the passwords in URLs. */
function withoutPersonalData(text: string): string {
  return SIGN_OF_EITHER.test(text) ? text.replace(SECRET_IN_URL, '://').replace(EMAIL, '[e-mail]') : text
}

const PAUSE_MS = 1000

/**
 * Throttles a line that may come in thousands: logs the first at once, then one a second (or every `everyMs`), with the
 * number of those omitted since the last line.
 */
export function throttledLog(
  write: (details: object) => void,
  { everyMs = PAUSE_MS, now = () => performance.now() }: { everyMs?: number; now?: () => number } = {},
): (details: object) => void {
  let writtenAt = -Infinity
  let omitted = 0

  return (details) => {
    if (now() - writtenAt < everyMs) {
      omitted++
      return
    }
    write(omitted > 0 ? { ...details, omitted } : details)
    writtenAt = now()
    omitted = 0
  }
}
