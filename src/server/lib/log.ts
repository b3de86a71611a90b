import pino, { type DestinationStream, type Logger } from 'pino'

/** What most of the server needs of a log; functions pick the levels that they use. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

/** What of an error is told beside its message: names of the field and numbers, never a value that somebody wrote. */
const TOLD_PROPERTIES = [
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
const NESTED_MOST = 3
const FRAME = /^ {4}at .+$/gm
/** Whatever stands around an @ without a space; a file below node_modules/@scope is none. */
const EMAIL = /(?<![^\s@/<>])[^\s@/<>]+(?:@|%40)[^\s@/<>]+/g
const SECRET_OF_ADDRESS = /:\/\/[^\s/?#]*@/g
/** PostgreSQL's class of errors about a value; their messages quote it. */
const DATA_EXCEPTION = /^22/
/** What a mail server answers, as far as every mail server means the same by it: '550 5.1.1'. */
const SMTP_STATUS = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/

/** The log of the server: JSON lines to stdout, or to `destination`. What people wrote, and who they are, is not in it. */
export function createLog(destination?: DestinationStream): Logger {
  return pino(
    {
      level: 'info',
      serializers: { err: (error: unknown) => toldError(error) },
      hooks: {
        logMethod(args, method) {
          method.apply(this, safely(args) as Parameters<typeof method>)
        },
      },
    },
    destination ?? pino.destination(1),
  )
}

/** An error as the log tells it. Its own properties are left out unless they are known to hold nobody's words. */
export function toldError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPeople(String(error)) }
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  const type = error.constructor.name || error.name
  const message = toldMessage(error)
  const isDeepest = depth >= NESTED_MOST
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...(error.stack?.match(FRAME) ?? []).map(withoutPeople)].join('\n'),
    ...toldProperties(error),
    ...(cause !== undefined && !isDeepest && { cause: toldError(cause, depth + 1) }),
    ...(Array.isArray(errors) && !isDeepest && { errors: errors.map((each) => toldError(each, depth + 1)) }),
  }
}

/** What a line is made of. Where it has no message, pino would take that of the error as it stands. */
function safely([first, ...rest]: unknown[]): unknown[] {
  const details = first instanceof Error ? { err: first } : first
  const { err } = (details ?? {}) as { err?: unknown }
  const texts = rest.length === 0 && err instanceof Error ? [toldMessage(err)] : rest
  return [details, ...texts].map((part) => (typeof part === 'string' ? withoutPeople(part) : part))
}

function toldMessage(error: Error): string {
  const { code, severity, response } = error as { code?: unknown; severity?: unknown; response?: unknown }
  const isOfDatabase = typeof severity === 'string' && typeof code === 'string'
  if (isOfDatabase && DATA_EXCEPTION.test(code)) return error.message.split(/[":]/, 1)[0]?.trim() ?? ''
  // A mail server may say of a mailbox whatever it likes, in any spelling.
  if (typeof response === 'string' && response) {
    return withoutPeople(error.message.replaceAll(response, SMTP_STATUS.exec(response)?.[0] ?? ''))
  }
  return withoutPeople(error.message)
}

function toldProperties(error: Error): object {
  const properties = error as unknown as Record<string, unknown>
  const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  return Object.fromEntries(
    TOLD_PROPERTIES.filter((name) => isPlain(properties[name])).map((name) => [name, properties[name]]),
  )
}

/** A text without the e-mails and the passwords of addresses in it. */
function withoutPeople(text: string): string {
  return text.replace(SECRET_OF_ADDRESS, '://').replace(EMAIL, '[e-mail]')
}
