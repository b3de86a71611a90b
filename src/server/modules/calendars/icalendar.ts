import { daysLater } from '@contract/days'

/** A day in a calendar. It has no time, so it is the same day in every zone. */
export interface CalendarEvent {
  /** The same for the same event, whatever changes about it. */
  uid: string
  summary: string
  url: string
  /** `YYYY-MM-DD`; of a yearly one the first. */
  day: string
  isYearly: boolean
  changedAt: Date
}

const LINE_END = '\r\n'
const LINE_MAX_BYTES = 75
/** How often programs ask for a calendar that they follow. */
const REFRESH = 'P1D'
const LEAP_DAY = '-02-29'

/**
 * Writes a calendar (RFC 5545). Our own: of the kept packages for this none runs on Node 20, and days without times are a small
 * part of the format.
 */
export function writeCalendar(options: { name: string; siteName: string; events: CalendarEvent[] }): string {
  const { name, siteName, events } = options
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(siteName)}//RU`,
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap(linesOfEvent),
    'END:VCALENDAR',
  ]
  return lines.map((line) => folded(line) + LINE_END).join('')
}

function linesOfEvent({ uid, summary, url, day, isYearly, changedAt }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${inUtc(changedAt)}`,
    `DTSTART;VALUE=DATE:${digitsOf(day)}`,
    `DTEND;VALUE=DATE:${digitsOf(daysLater(day, 1))}`,
    ...(isYearly ? [`RRULE:${yearlyRule(day)}`] : []),
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(url)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Who was born on 29 February is remembered on the last day of the month, or it would be every four years. */
function yearlyRule(day: string): string {
  return day.endsWith(LEAP_DAY) ? 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1' : 'FREQ=YEARLY'
}

function digitsOf(day: string): string {
  return day.replaceAll('-', '')
}

function inUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** In lines of at most 75 bytes: each but the first begins with a space. Letters stay whole. */
function folded(line: string): string {
  const lines: string[] = []
  let part = ''
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > LINE_MAX_BYTES) {
      lines.push(part)
      part = ' '
    }
    part += letter
  }
  return [...lines, part].join(LINE_END)
}
