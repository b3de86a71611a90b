import { version } from '../../../package.json'

/** The version of this program. */
export const RELEASE = version
