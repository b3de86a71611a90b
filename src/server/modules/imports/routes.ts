import type { FastifyRequest } from 'fastify'
import { importedSchema, importQuerySchema, importTrialSchema } from '@contract/import'
import { object } from 'yup'
import { verifiedOnly } from '../../access/account'
import { invalidField } from '../../lib/api-error'
import type { Routes } from '../../lib/routes'
import { fileField } from '../../media/received-form'
import { senderOf } from '../../media/sender'
import type { ImportLimits } from './import-limits'
import { createImportPlaces, type ImportRates } from './import-rates'
import type { ImportService } from './service'

const NO_TABLE = 'Выберите файл.'

/** Of a request: how to leave its place in the queue, and whether its file is being worked on. */
interface Place {
  leave: () => void
  isInUse: boolean
}

/** POST /memorial/import: a table of people, for funds and associations, or pages that were taken home. */
export function importRoutes(parts: { imports: ImportService; limits: ImportLimits; rates: ImportRates }): Routes {
  const { imports, limits, rates } = parts
  const takePlace = createImportPlaces()
  const places = new WeakMap<FastifyRequest, Place>()

  /** Work goes on when the sender has left: its place is free when the work is done. */
  const leaveUnlessInUse = (request: FastifyRequest) => {
    const place = places.get(request)
    if (place && !place.isInUse) place.leave()
  }

  return (api) => {
    api.post(
      '/memorial/import',
      {
        onRequest: verifiedOnly,
        preValidation: [
          async (request) => {
            places.set(request, { leave: takePlace(request.requireVerified().id), isInUse: false })
            if (importQuerySchema.isValidSync(request.query) && importQuerySchema.cast(request.query).dry_run)
              await rates.countTrial(senderOf(request))
          },
          api.receiveForm({
            file: 'file',
            maxBytes: (request) => limits.fileMaxBytes(request.requireVerified().id),
            further: { file: 'photos', maxBytes: (request) => limits.photosMaxBytes(request.requireVerified().id) },
            senderMaxBytes: (request) => limits.senderMaxBytes(request.requireVerified().id),
          }),
        ],
        onResponse: async (request) => leaveUnlessInUse(request),
        onRequestAbort: async (request) => leaveUnlessInUse(request),
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
        const place = places.get(request)
        if (place) place.isInUse = true
        try {
          if (request.query.dry_run) return await imports.try(account.id, files, senderOf(request))
          const created = await imports.run(account.id, files, senderOf(request))
          return await reply.code(201).send({ created })
        } finally {
          place?.leave()
        }
      },
    )
  }
}
