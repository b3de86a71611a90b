import type { Answer, Input } from './verb'

/** In DATA_DIR, which is closed to other users: a process that can connect has full access. */
export const SOCKET_NAME = 'operator.sock'
/** Longer than a busy server may need to extend it. */
export const HOLD_SECONDS = 600
/** How often the hold is extended while it is needed. */
export const HOLD_EXTENDED_MS = 60_000

/** A line that the CLI sends to a running server. */
export type Request = ({ verb: string } & Input) | { copy: true }
/** The reply to a request, in one line. */
export type Reply = { answer: Answer } | { folder: string } | { failure: string }
