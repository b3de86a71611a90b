import { runModule } from './run-module'

/** An event as a calendar application shows it. */
export interface ShownEvent {
  uid: string
  summary: string
  url: string
  /** The days of the event in the local time zone, `YYYY-MM-DD`: the first three. */
  days: string[]
}

const READER = `
  import { text } from 'node:stream/consumers'
  import ICAL from 'ical.js'
  const calendar = new ICAL.Component(ICAL.parse(await text(process.stdin)))
  const dayOf = (time) => {
    const date = time.toJSDate()
    const two = (number) => String(number).padStart(2, '0')
    return date.getFullYear() + '-' + two(date.getMonth() + 1) + '-' + two(date.getDate())
  }
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    if (!event.startDate.isDate || event.duration.toSeconds() !== 86400) throw new Error('Not a whole day')
    const days = []
    const occurrences = event.iterator()
    for (let next = occurrences.next(); next && days.length < 3; next = occurrences.next()) days.push(dayOf(next))
    return { uid: event.uid, summary: event.summary, url: component.getFirstPropertyValue('url'), days }
  })
  process.stdout.write(JSON.stringify(events))`

/** What a maintained parser finds in a calendar, in a process with this time zone. */
export async function readCalendar(text: string, timeZone = 'UTC'): Promise<ShownEvent[]> {
  return JSON.parse((await runModule(READER, text, { env: { TZ: timeZone } })).toString()) as ShownEvent[]
}
