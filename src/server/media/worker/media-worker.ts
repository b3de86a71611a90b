/** The entry of the media threads. Their work would block the server's event loop. */
export { cleanRecording, inspectStored } from './clean-recording'
