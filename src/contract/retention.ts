/**
 * How long the server retains data. Its jobs and the legal documents share these numbers. Terms that the law sets for
 * the operator, like the 30 days of article 21, are only in the documents.
 */

export const SESSION_DAYS = 30
/** A session that is not used for so long ends before. */
export const SESSION_PAUSE_DAYS = 14
/** Of a token that opens a memorial. The policies in force call the term by this name. */
export const PIN_TOKEN_HOURS = 12
/** The validity of the signed URL of a closed page's file. */
export const MEDIA_ADDRESS_HOURS = 1
/** The validity of the URL of an exported archive. */
export const EXPORT_ADDRESS_HOURS = 1
/** The link in the letter after a registration. */
export const VERIFICATION_LINK_HOURS = 24

/** The link in an invitation to keep a page. */
export const INVITATION_DAYS = 14
/** The link in a letter to the new address of an account. */
export const EMAIL_CHANGE_LINK_HOURS = 24

/**
 * The waiting time after the loss of all factors until the mailbox alone is sufficient; also the validity of the second
 * letter's link.
 */
export const FACTOR_RECOVERY_HOURS = 72

/** How long a deleted account can be restored; then it is destroyed. */
export const LEAVING_DAYS = 14

/** After this time without a sign-in an account sleeps: its pages are offered to the heir, if one is named. */
export const SLEEPING_YEARS = 3
/** How long in advance the holder of a sleeping account is notified. */
export const SLEEPING_NOTICE_DAYS = 30

/** How long the link of a letter can undo what cannot be undone otherwise: a destroyed page, an heir, a new owner. */
export const UNDO_HOURS = 72

/** How long the link of a question takes an answer, counted from its last letter. */
export const QUESTION_DAYS = 180

/** How long recoverable deletions stay in the trash; then they are destroyed. */
export const TRASH_DAYS = 30

/**
 * The validity of the personal link to a closed page, from the decision on. Rejected requests are deleted after the
 * same time.
 */
export const ACCESS_LINK_DAYS = 180
/** How long an access request waits for a decision. */
export const UNDECIDED_REQUEST_DAYS = 90

export const UNVERIFIED_ACCOUNT_DAYS = 30
/** Counted from the last sign-in from the network. */
export const KNOWN_NETWORK_DAYS = 30

/**
 * Counted from the decision on a memory: for rejected ones, authors' email addresses, and the IP addresses of consents.
 */
export const AFTER_DECISION_DAYS = 30
export const UNDECIDED_MEMORY_DAYS = 180

/** The maximum for letters in the queue, and for files in the outbox. */
export const SENT_LETTER_HOURS = 24
export const UNSENT_LETTER_DAYS = 7

/** How long the former texts and facts of a page can be read and restored. */
export const HISTORY_DAYS = 365

/** The general limitation period (article 196 of the Civil Code). */
export const AUDIT_YEARS = 3
