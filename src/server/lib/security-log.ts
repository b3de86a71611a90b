import type { Log } from './log'
import { currentOrigin } from './request-origin'
import { sign, type SecretKey } from './token'

/** What an owner, a keeper or a moderator did to a memory or a page. Recorded in the audit table too. */
export type AuditEvent =
  | 'memory_approved'
  | 'memory_rejected'
  | 'memory_rewritten'
  | 'memory_deleted'
  | 'memory_trashed'
  | 'memory_restored'
  | 'story_approved'
  | 'story_rejected'
  | 'story_rewritten'
  | 'story_deleted'
  | 'story_trashed'
  | 'story_restored'
  | 'memorial_deleted'
  | 'memorial_trashed'
  | 'memorial_restored'
  | 'memorial_closed'
  | 'memorial_opened'
  | 'memorial_handed_over'

/** What the operator did to an account, or for it. Recorded in the register too. */
export type OperatorEvent =
  | 'account_blocked'
  | 'account_unblocked'
  | 'account_credited'
  | 'account_created'
  | 'password_link_made'
  | 'account_erased'
  | 'person_exported'
  | 'pages_imported'
  | 'letters_retried'
  | 'clock_accepted'
  | 'job_run'
  | 'backup_verified'
  | 'maintenance_begun'
  | 'maintenance_ended'
  | 'moderator_named'
  | 'moderator_dismissed'
  | 'factors_removed'

/** Security events. Names only, never user content. */
export type SecurityEvent =
  | AuditEvent
  | 'registered'
  | 'registration_locked_out'
  | 'email_verified'
  | 'unverified_account_ended'
  | 'signed_in'
  | 'sign_in_failed'
  | 'sign_in_locked_out'
  | 'signed_out'
  | 'factor_asked'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'factor_recovery_asked'
  | 'factors_recovered'
  | 'session_ended'
  | 'session_confirmed'
  | 'acts_undone'
  | 'password_changed'
  | 'password_reset_asked'
  | 'password_reset'
  | 'password_reset_failed'
  | 'letters_locked_out'
  | 'letters_ended'
  | 'letters_resumed'
  | 'pin_changed'
  | 'pin_accepted'
  | 'pin_missed'
  | 'pin_locked_out'
  | 'calendar_shared'
  | 'calendar_ended'
  | 'pages_taken'
  | 'secret_missed'
  | 'secret_locked_out'
  | 'portrait_replaced'
  | 'archive_item_deleted'
  | 'archive_item_trashed'
  | 'archive_item_restored'
  | 'burial_deleted'
  | 'burial_photo_replaced'
  | 'keeper_invited'
  | 'keeper_joined'
  | 'invitation_declined'
  | 'keeper_left'
  | 'author_blocked'
  | 'question_asked'
  | 'question_ended'
  | 'story_taken_back'
  | 'author_unblocked'
  | 'heir_named'
  | 'visitor_let_in'
  | 'visitor_refused'
  | 'visitor_access_ended'
  | 'personal_link_used'
  | 'email_change_asked'
  | 'email_changed'
  | 'account_deleted'
  | 'account_returned'
  | 'report_dismissed'
  | 'consent_withdrawn'
  | 'access_refused'
  | 'token_refused'
  | 'input_refused'
  | 'limit_met'
  | OperatorEvent

export interface SecurityDetails {
  /** The id of the acting account. */
  account?: number | undefined
  /** The id of the affected account, if that is another. */
  owner?: number | undefined
  memorial?: number | undefined
  memory?: number | undefined
  /** An e-mail, also when no account has it. */
  email?: string | undefined
  /** Which secret, limit or kind of thing it was about. */
  kind?: string | undefined
}

export type SecurityLog = ReturnType<typeof createSecurityLog>

const PSEUDONYM_LENGTH = 16

/**
 * Writes one line for each security event. E-mails and IP addresses are written as keyed pseudonyms: a reader of the log
 * can follow one person through it, but does not learn who it is. During a request the line also has the request's id
 * and address.
 */
export function createSecurityLog({ log, secretKey }: { log: Pick<Log, 'info'>; secretKey: SecretKey }) {
  const pseudonym = (kind: string, text: string) => sign(secretKey, `log:${kind}:${text}`).slice(0, PSEUDONYM_LENGTH)

  return {
    record(event: SecurityEvent, { email, ...details }: SecurityDetails): void {
      const origin = currentOrigin()
      log.info(
        {
          security: event,
          ...details,
          ...(email !== undefined && { email: pseudonym('email', email.toLowerCase()) }),
          ...(origin && { reqId: origin.id, address: pseudonym('address', origin.address) }),
        },
        event,
      )
    },
  }
}
