import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { object, string } from 'yup'
import {
  correctionsField,
  importBegunSchema,
  importedSchema,
  importProgressSchema,
  importQuerySchema,
  importTrialSchema,
} from '@contract/import'
import { verifiedOnly } from '../../access/account'
import type { Db } from '../../db/schema'
import { invalidField, notFound } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import type { Routes } from '../../lib/routes'
import type { SecretKey } from '../../lib/token'
import { validate } from '../../lib/validate'
import type { MediaLibrary } from '../../media/media-library'
import { fileField, takeFiles } from '../../media/received-form'
import { senderOf } from '../../media/sender'
import type { Feature, FeatureContext } from '../context'
import type { ImportThreads } from './import-threads'
import { createImportPlaces, createImportRates, findImportLimits, type ImportLimits } from './limits'
import { createImportService } from './service'
import { createImportTrials } from './trial'

export function importsFeature(context: FeatureContext): Feature {
  return { api: [importRoutes(context)] }
}

const NO_TABLE = 'Выберите файл.'

/** A request's place in the queue, whether its file is being processed, and the limits of its files. */
interface Place {
  leave: () => void
  isInUse: boolean
  limits?: Promise<ImportLimits>
}

const trialId = object({ id: string().required() })

/** POST /memorial/import: a table of people, for funds and associations, or exported pages. */
function importRoutes(parts: {
  db: Db
  library: MediaLibrary
  limitAttempts: LimitAttempts
  temporaryFolder: string
  importThreads: ImportThreads
  secretKey: SecretKey
  /** Where several processes serve. */
  redis?: Redis | undefined
}): Routes {
  const rates = createImportRates(parts.limitAttempts)
  const imports = createImportService({ ...parts, rates })
  const takePlace = createImportPlaces()
  const trials = createImportTrials(parts)
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
            'Make pages from a table (XLSX, ODS, CSV), a family tree (GEDCOM) or taken pages (ZIP), all or none, or without the rows that have problems',
          consumes: ['multipart/form-data'],
          querystring: importQuerySchema,
          body: object({ file: fileField(), photos: fileField(), corrections: correctionsField() }),
          response: { 200: importTrialSchema, 201: importedSchema, 202: importBegunSchema },
        },
      },
      async (request, reply) => {
        const accountId = accountIdOf(request)
        const { file, photos, corrections } = request.body
        if (!file) throw invalidField('file', NO_TABLE)
        const { dry_run: isTrial, presumed, skip, wait } = request.query
        const progress = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
        const files = { table: file.path, photos: photos?.path, corrections, presumed, progress }
        const place = places.get(request)
        if (place) place.isInUse = true
        if (isTrial) {
          const removeFiles = takeFiles(request)
          const tryAndRelease = async () => {
            try {
              return await imports.try(accountId, files, senderOf(request))
            } finally {
              place?.leave()
              await removeFiles()
            }
          }
          const work = tryAndRelease()
          const trial = await Promise.race([work, delay(wait * 1000, undefined, { ref: false })])
          return trial ?? reply.code(202).send({ id: trials.follow(accountId, work, progress) })
        }
        try {
          const created = await imports.run(accountId, files, senderOf(request), { skip })
          return await reply.code(201).send({ created })
        } finally {
          place?.leave()
        }
      },
    )

    api.get(
      '/memorial/import/:id',
      {
        onRequest: verifiedOnly,
        schema: {
          tags: ['memorial'],
          summary: 'How far the trial of a file has come',
          params: trialId,
          response: { 200: importProgressSchema },
        },
      },
      async (request) => {
        const progress = await trials.find(accountIdOf(request), request.params.id)
        if (!progress) throw notFound()
        return progress
      },
    )
  }
}
