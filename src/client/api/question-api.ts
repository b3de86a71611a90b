import { LONG_TIMEOUT_MS } from '@contract/limits'
import type { Decided, Decision, PendingQuery } from '@contract/memory'
import type {
  AskedQuestions,
  ExpectedOfStory,
  OpenedQuestion,
  OwnStory,
  PendingStories,
  Question,
  QuestionDraft,
  StoryChange,
  StoryDraft,
  StoryReceipt,
} from '@contract/questions'
import { pacedProgress } from '@client/lib/resumable-upload'
import { api, invalidateOnSuccess, listTag } from './api'
import { errorStatus, okOrNotFound } from './errors'
import { formDataOf } from './form-data'
import { listsAfterChange, type MemoryOfMemorial } from './memory-api'

interface SentStory extends StoryDraft {
  /** The id of a voice that was sent before. */
  voice_upload?: string | undefined
  photos: File[]
  /** Called with the number of bytes sent, at most a few times a second. */
  onProgress: (sentBytes: number) => void
}

interface StoryUpdate extends MemoryOfMemorial {
  change: Omit<StoryChange, 'expected'>
  /** The fields before the change. */
  expected: ExpectedOfStory
}

/** Questions to those who may know, and the stories told about a person. */
export const questionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestions: build.query<Question[], number>({
      query: (memorialId) => ({ url: `memorial/${memorialId}/questions` }),
      transformResponse: ({ result }: { result: Question[] }) => result,
      providesTags: (_questions, _error, memorialId) => [listTag('Question', memorialId)],
    }),

    ask: build.mutation<AskedQuestions, QuestionDraft & { memorialId: number }>({
      query: ({ memorialId, ...body }) => ({ url: `memorial/${memorialId}/questions`, method: 'POST', body }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => [listTag('Question', memorialId)]),
    }),

    endQuestion: build.mutation<null, MemoryOfMemorial>({
      query: ({ id }) => ({ url: `questions/${id}`, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(({ memorialId }) => [listTag('Question', memorialId)], okOrNotFound),
    }),

    /** A POST, since the token of a letter's link must not appear in an API URL. */
    openQuestion: build.query<OpenedQuestion, string>({
      query: (token) => ({ url: 'questions/open', method: 'POST', body: { token }, anonymous: true }),
      keepUnusedDataFor: 0,
    }),

    submitStory: build.mutation<StoryReceipt, SentStory>({
      query: ({ photos, onProgress, token, ...story }) => {
        // The server checks the link before it reads the files.
        const body = formDataOf({ token, ...story })
        for (const photo of photos) body.append('photo', photo)
        const bytes = photos.reduce((sum, { size }) => sum + size, 0)
        return {
          url: 'questions/answer',
          method: 'POST',
          body,
          anonymous: true,
          timeout: LONG_TIMEOUT_MS,
          ...(bytes > 0 && { onProgress: pacedProgress(bytes, onProgress) }),
        }
      },
    }),

    postponeQuestion: build.mutation<null, string>({
      query: (token) => ({ url: 'questions/later', method: 'POST', body: { token }, anonymous: true }),
    }),

    declineQuestions: build.mutation<null, string>({
      query: (token) => ({ url: 'questions/decline', method: 'POST', body: { token }, anonymous: true }),
    }),

    getOwnStory: build.query<OwnStory, string>({
      query: (own_token) => ({ url: 'stories/own', method: 'POST', body: { own_token }, anonymous: true }),
      keepUnusedDataFor: 0,
    }),

    deleteOwnStory: build.mutation<null, string>({
      query: (own_token) => ({ url: 'stories/own', method: 'DELETE', body: { own_token }, anonymous: true }),
    }),

    getPendingStories: build.query<PendingStories, Partial<PendingQuery>>({
      query: (params) => ({ url: 'stories/pending', params }),
      keepUnusedDataFor: 0,
      providesTags: [listTag('Memory')],
    }),

    /** Completes even if the page is left. */
    moderateStory: build.mutation<Decided, MemoryOfMemorial & { decision: Decision; token?: string | undefined }>({
      query: ({ id, decision, token }) => ({
        url: `stories/${id}/moderate`,
        method: 'POST',
        body: { decision },
        ...(token !== undefined && { token }),
        keepalive: true,
      }),
      invalidatesTags: invalidateOnSuccess(
        ({ memorialId }) => [listTag('Memory'), listTag('Memory', memorialId), listTag('Question', memorialId)],
        (error) => !error || [404, 409].includes(errorStatus(error) ?? 0),
      ),
    }),

    updateStory: build.mutation<unknown, StoryUpdate>({
      query: ({ id, change, expected }) => ({
        url: `stories/${id}`,
        method: 'PATCH',
        body: { ...change, expected: JSON.stringify(expected) },
      }),
      invalidatesTags: (_story, error, { memorialId }) => listsAfterChange(memorialId, error),
    }),

    deleteStory: build.mutation<null, MemoryOfMemorial>({
      query: ({ id }) => ({ url: `stories/${id}`, params: { keep: true }, method: 'DELETE' }),
      invalidatesTags: invalidateOnSuccess(
        ({ memorialId }) => [listTag('Memory', memorialId), listTag('Trash', memorialId)],
        okOrNotFound,
      ),
    }),

    orderStories: build.mutation<null, { memorialId: number; ids: number[] }>({
      query: ({ memorialId, ids }) => ({ url: `memorial/${memorialId}/stories/order`, method: 'POST', body: { ids } }),
      invalidatesTags: (_nothing, _error, { memorialId }) => [listTag('Memory', memorialId)],
    }),
  }),
})

export const {
  useGetQuestionsQuery,
  useAskMutation,
  useEndQuestionMutation,
  useOpenQuestionQuery,
  useSubmitStoryMutation,
  usePostponeQuestionMutation,
  useDeclineQuestionsMutation,
  useGetOwnStoryQuery,
  useDeleteOwnStoryMutation,
  useGetPendingStoriesQuery,
  useUpdateStoryMutation,
  useDeleteStoryMutation,
  useOrderStoriesMutation,
} = questionApi
