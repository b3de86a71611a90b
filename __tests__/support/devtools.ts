import { record, stopRecording } from './worker/devtools'

const shown = record()
afterAll(stopRecording)

/** Every action and state that DevTools were given since this file of tests was loaded, in order. */
export function shownToDevTools(): readonly unknown[] {
  return shown
}
