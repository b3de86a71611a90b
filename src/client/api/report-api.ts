import type { ClosingReports, PendingReports, ReportDecided, ReportDecision, ReportDraft } from '@contract/reports'
import { api, type NoArgument } from './api'
import { errorStatus } from './errors'
import { cardTag, idTag, listTag } from './tags'

interface OneReport {
  id: number
  /** The reported page. */
  memorialId: number
}

interface DecideArg extends OneReport {
  decision: ReportDecision
  text: string
  /** The decider's token: they may have signed out since. */
  token: string | undefined
}

/** Reports about pages, and the decisions of moderators. */
export const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportPage: build.mutation<null, ReportDraft & { memorialId: number }>({
      query: ({ memorialId, ...body }) => ({ url: `memorial/${memorialId}/report`, method: 'POST', body }),
    }),

    getPendingReports: build.query<PendingReports, NoArgument>({
      query: () => ({ url: 'reports/pending' }),
      providesTags: [listTag('Report')],
    }),

    getClosingReports: build.query<ClosingReports, NoArgument>({
      query: () => ({ url: 'reports/closed' }),
      providesTags: [listTag('Report')],
    }),

    /** Completes even if the page is left. */
    decideOnReport: build.mutation<ReportDecided, DecideArg>({
      query: ({ id, decision, text, token }) => ({
        url: `reports/${id}/decide`,
        method: 'POST',
        body: { decision, text },
        token,
        keepalive: true,
      }),
      invalidatesTags: (_decided, error, { memorialId, decision }) =>
        listIsOld(error) ? [listTag('Report'), ...(decision === 'close' ? tagsOfPage(memorialId) : [])] : [],
    }),

    reopenPage: build.mutation<ReportDecided, OneReport>({
      query: ({ id }) => ({ url: `reports/${id}/reopen`, method: 'POST' }),
      invalidatesTags: (_decided, error, { memorialId }) =>
        listIsOld(error) ? [listTag('Report'), ...tagsOfPage(memorialId)] : [],
    }),
  }),
})

/** Stale after a decision, and after one that came too late. */
function listIsOld(error: unknown): boolean {
  return !error || [404, 409].includes(errorStatus(error) ?? 0)
}

function tagsOfPage(memorialId: number) {
  return [idTag('Memorial', memorialId), cardTag(memorialId), listTag('Memorial')]
}

export const { useReportPageMutation, useGetPendingReportsQuery, useGetClosingReportsQuery, useReopenPageMutation } =
  reportApi
