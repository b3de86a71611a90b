import { nothingSchema } from '@contract/auth'
import {
  closingReportsSchema,
  pendingReportsSchema,
  reportDecidedSchema,
  reportDecisionSchema,
  reportDraftSchema,
} from '@contract/reports'
import { moderatorsOnly, verifiedOnly } from '../../access/account'
import { byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createClosingService } from '../memorials/closing-service'
import { type ReportService, createReportService } from './service'

export function reportsFeature(context: FeatureContext): Feature {
  const closing = createClosingService(context)
  return { api: [reportRoutes(createReportService({ ...context, closing }))] }
}

const tags = ['reports']
const moderators = { onRequest: [verifiedOnly, moderatorsOnly] }

function reportRoutes(reports: ReportService): Routes {
  return (api) => {
    api.post(
      '/memorial/:id/report',
      {
        schema: {
          tags,
          summary: 'Tell the moderators that something is wrong with a page',
          params: byId,
          body: reportDraftSchema,
          response: { 202: nothingSchema },
        },
      },
      async (request, reply) => {
        await reports.report(request.params.id, request.body, request.ip)
        return reply.code(202).send(null)
      },
    )

    api.get(
      '/reports/pending',
      { ...moderators, schema: { tags, summary: 'Reports that wait', response: { 200: pendingReportsSchema } } },
      (request) => reports.listPending(request.requireModerator()),
    )

    api.get(
      '/reports/closed',
      {
        ...moderators,
        schema: { tags, summary: 'Reports for which pages are closed', response: { 200: closingReportsSchema } },
      },
      (request) => reports.listClosing(request.requireModerator()),
    )

    api.post(
      '/reports/:id/decide',
      {
        ...moderators,
        schema: {
          tags,
          summary: 'Leave the page as it is, or close it',
          params: byId,
          body: reportDecisionSchema,
          response: { 200: reportDecidedSchema },
        },
      },
      (request) => reports.decide(request.requireModerator(), request.params.id, request.body),
    )

    api.post(
      '/reports/:id/reopen',
      {
        ...moderators,
        schema: {
          tags,
          summary: 'Open a page that was closed for this report',
          params: byId,
          response: { 200: reportDecidedSchema },
        },
      },
      (request) => reports.reopen(request.requireModerator(), request.params.id),
    )
  }
}
