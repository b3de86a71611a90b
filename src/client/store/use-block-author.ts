import { type SentToPage, useBlockAuthorMutation } from '@client/api/moderation-api'
import { actionFailure } from '@client/api/errors'

/** Blocks the author of what was sent to a page. Resolves to an error message on failure. */
export function useBlockAuthor(): (sent: SentToPage) => Promise<string | undefined> {
  const [blockAuthor] = useBlockAuthorMutation()
  return async (sent) => {
    const { error } = await blockAuthor(sent)
    return error && actionFailure(error)
  }
}
