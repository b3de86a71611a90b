/**
 * Replaces `@contract/retention`. All figures differ from the real ones and from each other: a hard-coded figure, or one
 * from the wrong constant, shows up.
 */
export const SESSION_DAYS = 41
export const SESSION_PAUSE_DAYS = 17
export const PIN_TOKEN_HOURS = 13
export const MEDIA_ADDRESS_HOURS = 3
export const EXPORT_ADDRESS_HOURS = 2
export const VERIFICATION_LINK_HOURS = 25
export const INVITATION_DAYS = 15
export const ACCESS_LINK_DAYS = 192
export const UNDECIDED_REQUEST_DAYS = 91
export const EMAIL_CHANGE_LINK_HOURS = 27
export const LEAVING_DAYS = 16
export const SLEEPING_YEARS = 7
export const SLEEPING_NOTICE_DAYS = 33
export const TRASH_DAYS = 31
export const UNVERIFIED_ACCOUNT_DAYS = 42
export const KNOWN_NETWORK_DAYS = 43
export const AFTER_DECISION_DAYS = 44
export const UNDECIDED_MEMORY_DAYS = 191
export const SENT_LETTER_HOURS = 26
export const UNSENT_LETTER_DAYS = 8
export const AUDIT_YEARS = 5
export const UNDO_HOURS = 74
export const FACTOR_RECOVERY_HOURS = 76
