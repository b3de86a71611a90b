import { ACCOUNT_RULES } from './account'
import { ACTOR_RULES } from './actors'
import { ARCHIVE_RULES } from './archives'
import type { BrokenRule } from './broken-rule'
import { ENDED_SESSION_RULES } from './ended-sessions'
import { FRESH_SESSION_RULES } from './fresh-sessions'
import { FACTOR_RULES } from './factors'
import { HISTORY_RULES } from './history'
import { KEEPER_RULES } from './keepers'
import { MODERATOR_RULES } from './moderators'
import { QUESTION_RULES } from './questions'
import { REMEMBERING_RULES } from './remembering'
import { THREE_DAYS_RULES } from './three-days'
import { TRASH_RULES } from './trash'
import { VISITOR_RULES } from './visitors'
import { WORDS_RULES } from './memories'

/** At least one for each call that the specification does not name, and one for each actor that came with those calls. */
export const BROKEN_RULES: BrokenRule[] = [
  ...KEEPER_RULES,
  ...HISTORY_RULES,
  ...VISITOR_RULES,
  ...REMEMBERING_RULES,
  ...WORDS_RULES,
  ...QUESTION_RULES,
  ...ARCHIVE_RULES,
  ...TRASH_RULES,
  ...ACCOUNT_RULES,
  ...FACTOR_RULES,
  ...ACTOR_RULES,
  ...FRESH_SESSION_RULES,
  ...MODERATOR_RULES,
  ...THREE_DAYS_RULES,
  ...ENDED_SESSION_RULES,
]
