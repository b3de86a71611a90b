/** How long the server keeps things and lets them be used. Its jobs and the documents that tell of it share the figures. */

export const SESSION_DAYS = 30
export const PIN_TOKEN_HOURS = 12
/** An address of a closed page's file. */
export const MEDIA_ADDRESS_HOURS = 1
/** The link in the letter that follows a registration. */
export const VERIFICATION_LINK_HOURS = 24

export const UNVERIFIED_ACCOUNT_DAYS = 30
/** Since the last sign-in from there. */
export const KNOWN_NETWORK_DAYS = 30

/** Since the decision on words of memory: rejected ones, the author's e-mail, and from where a guest consented. */
export const AFTER_DECISION_DAYS = 30
export const UNDECIDED_MEMORY_DAYS = 180

/** At most, wherever letters lie: the queue and the outbox of files. */
export const SENT_LETTER_HOURS = 24
export const UNSENT_LETTER_DAYS = 7

/** As long as somebody may go to court over what was done (article 196 of the Civil Code). */
export const AUDIT_YEARS = 3
