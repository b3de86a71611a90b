import { record, stopRecording } from './worker/devtools'

const shown = record()
afterAll(stopRecording)

/** Every action and state that DevTools received since this test file was loaded, in order. */
export function shownToDevTools(): readonly unknown[] {
  return shown
}
