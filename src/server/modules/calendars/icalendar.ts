import { daysLater } from '@contract/days'

/** A day in a calendar. It has no time, so it is the same day in every zone. */
export interface CalendarEvent {
  /** Stable: the same when the event changes. */
  uid: string
  summary: string
  url: string
  /** `YYYY-MM-DD`; the first occurrence of a yearly event. */
  day: string
  isYearly: boolean
  changedAt: Date
}

const LINE_END = '\r\n'
const LINE_MAX_BYTES = 75
/** How often calendar applications refresh a subscription. */
const REFRESH = 'P1D'
const LEAP_DAY = '-02-29'

/**
 * Writes a calendar (RFC 5545). Our own: no maintained package for this runs on Node 20, and all-day events are a small subset
 * of the format.
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

/** 29 February recurs on the last day of the month; otherwise it would recur every four years. */
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

/** Folds into lines of at most 75 bytes; continuation lines begin with a space. Never splits a character. */
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
