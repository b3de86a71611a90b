import type { Answer, Input } from './verb'

/** In DATA_DIR, which is closed to other users: whoever reaches it may do everything. */
export const SOCKET_NAME = 'operator.sock'
/** Longer than a busy server may need to extend it. */
export const HOLD_SECONDS = 600
/** How often it is extended while it is needed. */
export const HOLD_EXTENDED_MS = 60_000

/** A line that the operator's program sends to a running server. */
export type Request = ({ verb: string } & Input) | { copy: true }
/** The line that answers it. */
export type Reply = { answer: Answer } | { folder: string } | { failure: string }
