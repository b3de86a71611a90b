import {
  AFTER_DECISION_DAYS,
  AUDIT_YEARS,
  KNOWN_NETWORK_DAYS,
  MEDIA_ADDRESS_HOURS,
  PIN_TOKEN_HOURS,
  SENT_LETTER_HOURS,
  SESSION_DAYS,
  UNDECIDED_MEMORY_DAYS,
  UNSENT_LETTER_DAYS,
  UNVERIFIED_ACCOUNT_DAYS,
  VERIFICATION_LINK_HOURS,
} from '@contract/retention'
import { countedOnOneLine, DAYS, HOURS, OF_DAYS, OF_HOURS, YEARS } from '@client/lib/plurals'

/** How long things are kept, in the words of the documents. */
export const TERMS = {
  session: countedOnOneLine(SESSION_DAYS, DAYS),
  /** «Не более …». */
  ofSession: countedOnOneLine(SESSION_DAYS, OF_DAYS),
  pinToken: countedOnOneLine(PIN_TOKEN_HOURS, HOURS),
  /** «Не дольше …». */
  ofMediaAddress: countedOnOneLine(MEDIA_ADDRESS_HOURS, OF_HOURS),
  verificationLink: countedOnOneLine(VERIFICATION_LINK_HOURS, HOURS),
  unverifiedAccount: countedOnOneLine(UNVERIFIED_ACCOUNT_DAYS, DAYS),
  knownNetwork: countedOnOneLine(KNOWN_NETWORK_DAYS, DAYS),
  afterDecision: countedOnOneLine(AFTER_DECISION_DAYS, DAYS),
  undecidedMemory: countedOnOneLine(UNDECIDED_MEMORY_DAYS, DAYS),
  /** «В течение …». */
  ofSentLetter: countedOnOneLine(SENT_LETTER_HOURS, OF_HOURS),
  unsentLetter: countedOnOneLine(UNSENT_LETTER_DAYS, DAYS),
  audit: countedOnOneLine(AUDIT_YEARS, YEARS),
}
