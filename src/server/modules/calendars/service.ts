import { daysLater, FORTIETH_DAY_AFTER, NINTH_DAY_AFTER } from '@contract/days'
import { fullName } from '@contract/names'
import { CALENDARS_BASE_PATH, paths } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import type { Account } from '../../access/account'
import type { ReadableWhole } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { notFound, unauthorized } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import { networkOf } from '../../lib/visitor-network'
import type { SecurityLog } from '../../lib/security-log'
import { isSignedBy, randomToken, type SecretKey, sign } from '../../lib/token'
import { deleteCalendar } from '../accounts/user-repository'
import { type CalendarEvent, writeCalendar } from './icalendar'
import { findCalendarHolder, keyOfCalendar, listRememberedOf, type Remembered } from './repository'

const KEY_BYTES = 16
const SECRET = /^([\w-]{22})\.([\w-]{43})\.ics$/
const TOO_MANY = 'Слишком много запросов. Пожалуйста, попробуйте позже.'
/** Invalid URLs. They do not block valid ones: calendar services send requests for many people. */
const WRONG_URLS = { name: 'calendar-guesses', max: 30, seconds: 15 * 60, refusal: TOO_MANY }
/** Applications refresh every few minutes at most. Counted per calendar, a revoked one too. */
const OPENINGS = { name: 'calendar-openings', max: 120, seconds: 3600, refusal: TOO_MANY }
const CALENDAR_NAME = 'Памятные дни'

interface NamedCalendar {
  fileName: string
  text: string
}

export type CalendarService = ReturnType<typeof createCalendarService>

/**
 * The days of memorials for calendar applications. The URL of an account's calendar can be displayed at any time, so storing a
 * hash would not do. It consists of a stored random key and its signature, which is not stored: the database alone does not
 * reveal it.
 */
export function createCalendarService(parts: {
  db: Db
  secretKey: SecretKey
  site: PublicSettings
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, secretKey, site, limitAttempts, securityLog } = parts
  const wrongUrls = limitAttempts(WRONG_URLS)
  const openings = limitAttempts(OPENINGS)
  const { publicUrl, siteName } = site
  const claim = (key: string) => `calendar:${key}`

  return {
    ofMemorial(memorial: ReadableWhole): NamedCalendar {
      const name = `${CALENDAR_NAME} — ${fullName(memorial)}`
      return {
        fileName: `${name}.ics`,
        text: writeCalendar({ name, siteName, events: rememberedDays(memorial, publicUrl) }),
      }
    },

    /** The secret URL for all pages of the account, created on the first request. */
    async urlOf(account: Account): Promise<string> {
      const calendar = await db.transaction().execute((tx) => keyOfCalendar(tx, account, randomToken(KEY_BYTES)))
      if (!calendar) throw unauthorized()
      const { key, isNew } = calendar
      if (isNew) securityLog.record('calendar_shared', { account: account.id })
      return `${publicUrl}${CALENDARS_BASE_PATH}/${key}.${sign(secretKey, claim(key))}.ics`
    },

    /** Revokes the URL, if there is one. */
    async end({ id }: Account): Promise<void> {
      if (await deleteCalendar(db, id)) securityLog.record('calendar_ended', { account: id })
    },

    /**
     * The calendar at a secret URL; 404 for any other, 429 after too many requests. `secret` is the last segment of the URL,
     * `asker` an IP address.
     */
    async at(secret: string, asker: string): Promise<string> {
      const [, key = '', signature = ''] = SECRET.exec(secret) ?? []
      if (!key || !isSignedBy(secretKey, claim(key), signature)) {
        await wrongUrls.count(networkOf(asker))
        throw notFound()
      }
      await openings.count(`${networkOf(asker)} ${key}`)
      const holder = await findCalendarHolder(db, key)
      if (holder === undefined) throw notFound()
      const memorials = await listRememberedOf(db, holder)
      const events = memorials.flatMap((memorial) => rememberedDays(memorial, publicUrl))
      return writeCalendar({ name: `${CALENDAR_NAME} — ${siteName}`, siteName, events })
    },
  }
}

/** The days of a memorial as calendar events. A date not known to the day yields none. */
function rememberedDays(memorial: Remembered, publicUrl: string): CalendarEvent[] {
  const { birth_date: birth, birth_precision, death_date: death, death_precision } = memorial
  const event = (kind: string, title: string, day: string, isYearly: boolean): CalendarEvent => ({
    uid: `memorial-${memorial.id}-${kind}@${new URL(publicUrl).hostname}`,
    summary: `${title}: ${fullName(memorial)}`,
    url: publicUrl + paths.memorial(memorial.id),
    day,
    isYearly,
    changedAt: memorial.updated_at ?? memorial.created_at,
  })
  return [
    ...(birth && birth_precision === 'day' ? [event('birth', 'День рождения', birth, true)] : []),
    ...(death && death_precision === 'day'
      ? [
          event('death', 'День памяти', death, true),
          event('ninth-day', 'Девятый день', daysLater(death, NINTH_DAY_AFTER), false),
          event('fortieth-day', 'Сороковой день', daysLater(death, FORTIETH_DAY_AFTER), false),
        ]
      : []),
  ]
}
