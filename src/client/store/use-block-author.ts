import { useBlockAuthorMutation } from '@client/api/answer-api'
import { errorText } from '@client/api/errors'
import type { MemoryOfMemorial } from '@client/api/memory-api'

const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'

/** Takes no more words of a memory's author for its page. Resolves to the sentence that says why it was not done. */
export function useBlockAuthor(): (memory: MemoryOfMemorial) => Promise<string | undefined> {
  const [blockAuthor] = useBlockAuthorMutation()
  return async (memory) => {
    const { error } = await blockAuthor(memory)
    return error && errorText(error, { fallback: FAILED })
  }
}
