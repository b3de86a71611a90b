import { IMPORT_PHOTOS_MAX_BYTES, importedSchema, importQuerySchema, importTrialSchema } from '@contract/import'
import { object } from 'yup'
import { verifiedOnly } from '../../access/account'
import { invalidField } from '../../lib/api-error'
import type { Routes } from '../../lib/routes'
import { fileField } from '../../media/received-form'
import { senderOf } from '../../media/sender'
import type { ImportService } from './service'

const NO_TABLE = 'Выберите файл.'

/** POST /memorial/import: a table of people, for funds and associations, or pages that were taken home. */
export function importRoutes(imports: ImportService): Routes {
  return (api) => {
    api.post(
      '/memorial/import',
      {
        onRequest: verifiedOnly,
        preValidation: api.receiveForm({
          file: 'file',
          maxBytes: (request) => imports.maxBytes(request.requireVerified().id),
          further: { file: 'photos', maxBytes: IMPORT_PHOTOS_MAX_BYTES },
        }),
        schema: {
          tags: ['memorial'],
          summary: 'Make pages from a table (CSV), a family tree (GEDCOM) or taken pages (ZIP), all or none',
          consumes: ['multipart/form-data'],
          querystring: importQuerySchema,
          body: object({ file: fileField(), photos: fileField() }),
          response: { 200: importTrialSchema, 201: importedSchema },
        },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        const { file, photos } = request.body
        if (!file) throw invalidField('file', NO_TABLE)
        const files = { table: file.path, photos: photos?.path }
        if (request.query.dry_run) return imports.try(account.id, files, senderOf(request))
        const created = await imports.run(account.id, files, senderOf(request))
        return reply.code(201).send({ created })
      },
    )
  }
}
