import type { FastifyRequest } from 'fastify'
import { correctionsField, importedSchema, importQuerySchema, importTrialSchema } from '@contract/import'
import { object } from 'yup'
import { verifiedOnly } from '../../access/account'
import type { Db } from '../../db/schema'
import { invalidField } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import type { Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import type { MediaLibrary } from '../../media/media-library'
import { fileField } from '../../media/received-form'
import { senderOf } from '../../media/sender'
import { createImportPlaces, createImportRates, findImportLimits, type ImportLimits } from './limits'
import type { ImportThreads } from './import-threads'
import { createImportService } from './service'

const NO_TABLE = 'Выберите файл.'

/** A request's place in the queue, whether its file is being processed, and the limits of its files. */
interface Place {
  leave: () => void
  isInUse: boolean
  limits?: Promise<ImportLimits>
}

/** POST /memorial/import: a table of people, for funds and associations, or exported pages. */
export function importRoutes(parts: {
  db: Db
  library: MediaLibrary
  limitAttempts: LimitAttempts
  temporaryFolder: string
  importThreads: ImportThreads
}): Routes {
  const rates = createImportRates(parts.limitAttempts)
  const imports = createImportService({ ...parts, rates })
  const takePlace = createImportPlaces()
  const places = new WeakMap<FastifyRequest, Place>()

  const accountIdOf = (request: FastifyRequest) => request.requireVerified().id

  /** Queries the database once per request, however many files it has. */
  const limitsOf = (request: FastifyRequest): Promise<ImportLimits> => {
    const find = () => findImportLimits(parts.db, accountIdOf(request))
    const place = places.get(request)
    return place ? (place.limits ??= find()) : find()
  }

  /** Processing continues after a disconnect, so its place is released when it ends. */
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
            places.set(request, { leave: takePlace(accountIdOf(request)), isInUse: false })
            if (validate(importQuerySchema, request.query, 'query').dry_run) await rates.countTrial(senderOf(request))
          },
          api.receiveForm({
            file: 'file',
            maxBytes: async (request) => (await limitsOf(request)).file,
            further: { file: 'photos', maxBytes: async (request) => (await limitsOf(request)).photos },
            senderMaxBytes: async (request) => (await limitsOf(request)).sender,
          }),
        ],
        onResponse: async (request) => leaveUnlessInUse(request),
        onRequestAbort: async (request) => leaveUnlessInUse(request),
        schema: {
          tags: ['memorial'],
          summary:
            'Make pages from a table (CSV), a family tree (GEDCOM) or taken pages (ZIP), all or none, or without the rows that have problems',
          consumes: ['multipart/form-data'],
          querystring: importQuerySchema,
          body: object({ file: fileField(), photos: fileField(), corrections: correctionsField() }),
          response: { 200: importTrialSchema, 201: importedSchema },
        },
      },
      async (request, reply) => {
        const accountId = accountIdOf(request)
        const { file, photos, corrections } = request.body
        if (!file) throw invalidField('file', NO_TABLE)
        const files = { table: file.path, photos: photos?.path, corrections }
        const place = places.get(request)
        if (place) place.isInUse = true
        try {
          if (request.query.dry_run) return await imports.try(accountId, files, senderOf(request))
          const created = await imports.run(accountId, files, senderOf(request), { skip: request.query.skip })
          return await reply.code(201).send({ created })
        } finally {
          place?.leave()
        }
      },
    )
  }
}
