/**
 * How long the server keeps data. Its jobs and the legal documents share these numbers. Terms that the law sets for the
 * operator, like the 30 days of article 21, are not ours: they stand in the documents.
 */

export const SESSION_DAYS = 30
/** A session that is not used for so long ends before. */
export const SESSION_PAUSE_DAYS = 14
export const PIN_TOKEN_HOURS = 12
/** How long the signed address of a closed page's file is valid. */
export const MEDIA_ADDRESS_HOURS = 1
/** How long the address of an archive that somebody takes home is valid. */
export const EXPORT_ADDRESS_HOURS = 1
/** The link in the letter that follows a registration. */
export const VERIFICATION_LINK_HOURS = 24

/** The link in a letter that asks somebody to keep a page. */
export const INVITATION_DAYS = 14
/** The link in a letter to the new address of an account. */
export const EMAIL_CHANGE_LINK_HOURS = 24

/** Who has lost all factors waits so long until the mailbox alone is enough; the link of the second letter is good for as long. */
export const FACTOR_RECOVERY_HOURS = 72

/** After its deletion an account may be returned to for so long; then it is destroyed. */
export const LEAVING_DAYS = 14

/** An account that nobody signs in to for so long sleeps: its pages are offered to the heir, if one is named. */
export const SLEEPING_YEARS = 3
/** The holder of a sleeping account is told so long before. */
export const SLEEPING_NOTICE_DAYS = 30

/** For so long what cannot be undone otherwise is undone by the link of a letter: a destroyed page, an heir, a new owner. */
export const UNDO_HOURS = 72

/** What was deleted with a way back lies in the trash for so long; then it is destroyed. */
export const TRASH_DAYS = 30

/** The personal link to a closed page, from the decision on. Who was refused is forgotten after the same time. */
export const ACCESS_LINK_DAYS = 180
/** How long somebody's request to be let in waits for a decision. */
export const UNDECIDED_REQUEST_DAYS = 90

export const UNVERIFIED_ACCOUNT_DAYS = 30
/** Counted from the last sign-in from the network. */
export const KNOWN_NETWORK_DAYS = 30

/** Counted from the decision on a memory: for rejected ones, authors' e-mails, and the IP addresses of consents. */
export const AFTER_DECISION_DAYS = 30
export const UNDECIDED_MEMORY_DAYS = 180

/** The maximum for letters in the queue, and for files of the outbox. */
export const SENT_LETTER_HOURS = 24
export const UNSENT_LETTER_DAYS = 7

/** The general limitation period (article 196 of the Civil Code). */
export const AUDIT_YEARS = 3
