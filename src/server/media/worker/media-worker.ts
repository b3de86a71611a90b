/** The entry of the media threads: what would hold up every other request while it looks into a file. */
export { cleanRecording } from './clean-recording'
