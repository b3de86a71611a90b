/** The entry of the media threads: what would hold up every other request while it looks into a file. */
export { inspectRecording } from './inspect-recording'
