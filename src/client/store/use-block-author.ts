import { useBlockAuthorMutation } from '@client/api/moderation-api'
import { errorText } from '@client/api/errors'
import type { MemoryOfMemorial } from '@client/api/memory-api'

const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'

/** Blocks a memory's author on its page. Resolves to an error message on failure. */
export function useBlockAuthor(): (memory: MemoryOfMemorial) => Promise<string | undefined> {
  const [blockAuthor] = useBlockAuthorMutation()
  return async (memory) => {
    const { error } = await blockAuthor(memory)
    return error && errorText(error, { fallback: FAILED })
  }
}
