import { PICTURE_MAX_BYTES } from '@contract/limits'
import {
  memorialCreationSchema,
  type MemorialListQuery,
  memorialListQuerySchema,
  memorialPageSchema,
  memorialSchema,
  myMemorialsQuerySchema,
  myMemorialsSchema,
} from '@contract/memorial'
import { accountOnly, verifiedOnly } from '../../access/account'
import { cachedAsList, cachedWithMemorial } from '../../access/cache-rules'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import { fileField } from '../../media/received-form'
import type { MemorialService } from './service'

const tags = ['memorial']
const creation = memorialCreationSchema.shape({ file: fileField() })

export function memorialRoutes({ access, memorials }: { access: MemorialAccess; memorials: MemorialService }): Routes {
  return (api) => {
    const list = { tags, querystring: memorialListQuerySchema, response: { 200: memorialPageSchema } }

    api.get(
      '/memorial/public_memorials',
      {
        config: { ...cachedAsList, atOnce: (query: MemorialListQuery) => memorials.listAtOnce('public', query) },
        schema: { ...list, summary: 'Public memorials, filtered, sorted and paged' },
      },
      (request) => memorials.list('public', request.query),
    )

    api.get(
      '/memorial/swo_memorials',
      {
        config: { ...cachedAsList, atOnce: (query: MemorialListQuery) => memorials.listAtOnce('heroes', query) },
        schema: { ...list, summary: 'Heroes of SVO, filtered, sorted and paged' },
      },
      (request) => memorials.list('heroes', request.query),
    )

    api.get(
      '/memorial/my_memorials',
      {
        onRequest: accountOnly,
        schema: {
          tags,
          summary: 'The memorials of the account, searched by name and paged',
          querystring: myMemorialsQuerySchema,
          response: { 200: myMemorialsSchema },
        },
      },
      async (request) => memorials.listOf(request.requireAccount(), request.query),
    )

    api.get(
      '/memorial/:id',
      {
        config: cachedWithMemorial('id'),
        schema: { tags, summary: 'One memorial', params: byId, response: { 200: memorialSchema } },
      },
      async (request) => memorials.show(await access.toReadWhole(request, request.params.id)),
    )

    api.post(
      '/memorial/create',
      {
        onRequest: verifiedOnly,
        preValidation: api.receiveForm({ file: 'file', maxBytes: PICTURE_MAX_BYTES, isPicture: true }),
        schema: {
          tags,
          summary: 'Create a memorial, with a photo if there is one',
          consumes: ['multipart/form-data'],
          body: creation,
          response: { 201: memorialSchema },
        },
      },
      async (request, reply) => {
        const { file, rotate, crop, ...draft } = request.body
        const photo = file && { file, rotate, crop }
        return reply.code(201).send(await memorials.create(request.requireVerified(), draft, photo))
      },
    )
  }
}
