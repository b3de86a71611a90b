import type { LetterChoice, LetterLink, LetterSubscription } from '@contract/letters'
import { api } from './api'

export const letterApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A POST, since the token of a letter's link must not appear in an API URL. */
    getLetterSubscription: build.query<LetterSubscription, LetterLink>({
      query: (body) => ({ url: 'letters/subscription', method: 'POST', body, anonymous: true }),
    }),

    recordLetterOpened: build.mutation<null, LetterLink>({
      query: (body) => ({ url: 'letters/opened', method: 'POST', body, anonymous: true }),
    }),

    chooseLetters: build.mutation<LetterSubscription, LetterChoice>({
      query: (body) => ({ url: 'letters/subscription', method: 'PUT', body, anonymous: true }),
      async onQueryStarted({ token }, { dispatch, queryFulfilled }) {
        const chosen = await queryFulfilled.catch(() => undefined)
        if (!chosen) return
        void dispatch(letterApi.util.upsertQueryData('getLetterSubscription', { token }, chosen.data))
      },
    }),
  }),
})

export const { useGetLetterSubscriptionQuery, useChooseLettersMutation } = letterApi
