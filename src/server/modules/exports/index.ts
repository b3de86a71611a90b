import { ALL_PAGES, exportedSchema } from '@contract/export'
import { EXPORTS_BASE_PATH } from '@contract/paths'
import { requireFresh, verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { notFound } from '../../lib/api-error'
import { attachment, byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createConsentService } from '../consents/service'
import { type ExportService, createExportService } from './service'

export function exportsFeature(context: FeatureContext): Feature {
  const { access } = context
  const exports = createExportService({ ...context, consents: createConsentService(context) })
  return { api: [exportRoutes({ access, exports })], outside: [exportDownloadRoutes(exports)] }
}

const HEADERS = { 'content-type': 'application/zip', 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }
const ACCOUNT_ID = /^[1-9]\d{0,9}$/
const SESSION_ID = ACCOUNT_ID
const EXPIRES = /^\d{1,12}$/

/** Issues the URLs of exported archives. */
function exportRoutes({ access, exports }: { access: MemorialAccess; exports: ExportService }): Routes {
  return (api) => {
    const response = { 201: exportedSchema }

    api.post(
      '/memorial/:id/export',
      {
        onRequest: verifiedOnly,
        schema: { tags: ['memorial'], summary: 'The address of the page as a ZIP archive', params: byId, response },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        const page = await access.toEdit(account, request.params.id)
        requireFresh(account)
        return reply.code(201).send({ download_path: await exports.urlOfPage(account, page) })
      },
    )

    api.post(
      '/users/me/export',
      {
        onRequest: verifiedOnly,
        schema: { tags: ['users'], summary: 'The address of all own pages as one ZIP archive', response },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        requireFresh(account)
        return reply.code(201).send({ download_path: await exports.urlOfAll(account) })
      },
    )
  }
}

interface Download {
  Params: { account: string; what: string }
  Querystring: Record<string, string | string[] | undefined>
}

/** The archives themselves, at URLs outside of /api that need no token. */
function exportDownloadRoutes(exports: ExportService): Routes {
  return (app) => {
    app.get<Download>(
      `${EXPORTS_BASE_PATH}/:account/:what`,
      // An automatic HEAD route would generate the archive.
      { schema: { hide: true }, exposeHeadRoute: false },
      async ({ params: { account, what }, query: { session, expires, signature } }, reply) => {
        if (!ACCOUNT_ID.test(account) || !(what === ALL_PAGES || ACCOUNT_ID.test(what))) throw notFound()
        const archive = await exports.open({
          account,
          what,
          session: typeof session === 'string' && SESSION_ID.test(session) ? session : '',
          expires: typeof expires === 'string' && EXPIRES.test(expires) ? expires : '',
          signature: typeof signature === 'string' ? signature : '',
        })
        return reply
          .headers({ ...HEADERS, 'content-disposition': attachment(archive.fileName, 'pomnim.zip') })
          .send(archive.content)
      },
    )
  }
}
