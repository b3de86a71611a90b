import { plateSheetQuerySchema } from '@contract/plate'
import { verifiedOnly } from '../../access/account'
import { attachment } from '../../lib/attachment'
import type { Routes } from '../../lib/routes'
import type { PlateSheetService } from './plate-sheets'

/** The plates of all own pages. */
export function plateSheetRoutes(sheets: PlateSheetService): Routes {
  return (api) => {
    api.get(
      '/memorial/my_memorials/plates',
      {
        onRequest: verifiedOnly,
        schema: {
          tags: ['memorial'],
          summary: 'The plates of all pages of the account, PDF',
          querystring: plateSheetQuerySchema,
        },
        // An automatic HEAD route would generate the sheet.
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        const { size_mm: sizeMm, part } = request.query
        const sheet = await sheets.make(request.requireVerified(), { sizeMm, part })
        return reply
          .headers({
            'content-type': 'application/pdf',
            'cache-control': 'no-store',
            'content-length': sheet.size,
            'content-disposition': attachment('Таблички с QR-кодами.pdf', 'tablichki.pdf'),
          })
          .send(sheet.content)
      },
    )
  }
}
