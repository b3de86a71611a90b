/** The entry of the media threads. Their work would block the event loop of the server. */
export { cleanRecording, inspectStored } from './clean-recording'
