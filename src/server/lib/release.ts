import { version } from '../../../package.json'

/** The version of this server. */
export const RELEASE = version
