import type { AccountSession } from '@contract/session'
import { api, type NoArgument } from './api'
import { okOrNotFound } from './errors'
import { listTag } from './tags'

/** The active sessions of the account, on this device and on others. Ending one also ends its invitations. */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSessions: build.query<AccountSession[], NoArgument>({
      query: () => ({ url: 'users/me/sessions' }),
      transformResponse: ({ result }: { result: AccountSession[] }) => result,
      providesTags: [listTag('Session')],
    }),

    endSession: build.mutation<null, number>({
      query: (id) => ({ url: `users/me/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: (_nothing, error) => (okOrNotFound(error) ? [listTag('Session'), 'Keeper'] : []),
    }),

    /** Ends all but the current one. */
    endOtherSessions: build.mutation<null, NoArgument>({
      query: () => ({ url: 'users/me/sessions', method: 'DELETE' }),
      invalidatesTags: (_nothing, error) => (error ? [] : [listTag('Session'), 'Keeper']),
    }),
  }),
})

export const { useGetSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } = sessionApi
