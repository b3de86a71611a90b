import type { BlockedAuthor, ExpectedOfReply, WordsLetters, WordsLettersChoice, WrittenMemory } from '@contract/memory'
import { api, invalidateOnSuccess, listTag, type NoArgument } from './api'
import { okOrNotFound } from './errors'
import { listsAfterChange, type MemoryOfMemorial } from './memory-api'

/** What keepers do with memories besides deciding on them. */
export const replyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** An empty text removes the reply. */
    replyToMemory: build.mutation<WrittenMemory, MemoryOfMemorial & { text: string; expected: ExpectedOfReply }>({
      query: ({ id, text, expected }) => ({
        url: `memories/${id}/reply`,
        method: 'POST',
        body: { text, expected: JSON.stringify(expected) },
      }),
      invalidatesTags: (_memory, error, { memorialId }) => listsAfterChange(memorialId, error),
    }),

    blockAuthor: build.mutation<null, MemoryOfMemorial>({
      query: ({ id }) => ({ url: `memories/${id}/block-author`, method: 'POST' }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => [listTag('BlockedAuthor', memorialId)]),
    }),

    /** The argument is the memorial's id. */
    getBlockedAuthors: build.query<BlockedAuthor[], number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/blocked-authors` }),
      transformResponse: ({ result }: { result: BlockedAuthor[] }) => result,
      providesTags: (_authors, _error, memorialId) => [listTag('BlockedAuthor', memorialId)],
    }),

    /** `id` is that of the list entry. */
    unblockAuthor: build.mutation<null, MemoryOfMemorial>({
      query: ({ id }) => ({ url: `blocked-authors/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => [listTag('BlockedAuthor', memorialId)], okOrNotFound),
    }),

    getWordsLetters: build.query<WordsLetters, NoArgument>({
      query: () => ({ url: 'users/me/words-letters' }),
      transformResponse: ({ how_often }: WordsLettersChoice) => how_often,
      providesTags: ['WordsLetters'],
    }),

    chooseWordsLetters: build.mutation<null, WordsLetters>({
      query: (how_often) => ({ url: 'users/me/words-letters', method: 'PUT', body: { how_often } }),
      invalidatesTags: ['WordsLetters'],
    }),
  }),
})

export const {
  useReplyToMemoryMutation,
  useBlockAuthorMutation,
  useGetBlockedAuthorsQuery,
  useUnblockAuthorMutation,
  useGetWordsLettersQuery,
  useChooseWordsLettersMutation,
} = replyApi
