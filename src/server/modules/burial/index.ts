import { object } from 'yup'
import { nothingSchema } from '@contract/auth'
import { burialChangeSchema, burialDraftSchema, burialSchema } from '@contract/burial'
import { recordId } from '@contract/fields'
import { PICTURE_MAX_BYTES } from '@contract/limits'
import { ofMemorialSchema } from '@contract/memorial'
import { verifiedOnly } from '../../access/account'
import { cachedWithMemorial } from '../../access/cache-rules'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { fileField, type FileLimit } from '../../media/received-form'
import type { Feature, FeatureContext } from '../context'
import { type BurialService, createBurialService } from './service'

export function burialFeature(context: FeatureContext): Feature {
  const { access } = context
  return { api: [burialRoutes({ access, burials: createBurialService(context) })] }
}

const tags = ['burial']
const byMemorial = object({ memorialId: recordId().required() })
const photoField = { burial_photo_file: fileField() }
const change = burialChangeSchema.shape({ ...photoField, road_photo_file: fileField() })
const creation = ofMemorialSchema.concat(burialDraftSchema).shape(photoField)

function burialRoutes({ access, burials }: { access: MemorialAccess; burials: BurialService }): Routes {
  return (api) => {
    const own = { onRequest: verifiedOnly }

    /** Refuses a stranger's photo before it is read, if the field memorial_id came first. */
    const photoOfNew: FileLimit = async (request, fields) => {
      if (fields.memorial_id === undefined) return PICTURE_MAX_BYTES
      await access.toEdit(request.requireVerified(), validate(ofMemorialSchema, fields, 'body').memorial_id)
      return PICTURE_MAX_BYTES
    }

    const photoOfKnown: FileLimit = async (request) => {
      const memorialId = await burials.memorialOf(validate(byId, request.params, 'path').id)
      await access.toEdit(request.requireVerified(), memorialId)
      return PICTURE_MAX_BYTES
    }

    api.get(
      '/burial/:memorialId',
      {
        config: cachedWithMemorial('memorialId'),
        schema: { tags, summary: 'Where a person is buried', params: byMemorial, response: { 200: burialSchema } },
      },
      async (request) => burials.show(await access.toRead(request, request.params.memorialId)),
    )

    api.post(
      '/burial/create',
      {
        ...own,
        preValidation: api.receiveForm({ file: 'burial_photo_file', maxBytes: photoOfNew, isPicture: true }),
        schema: {
          tags,
          summary: 'Tell where a person is buried',
          consumes: ['multipart/form-data'],
          body: creation,
          response: { 201: burialSchema },
        },
      },
      async (request, reply) => {
        const { memorial_id: memorialId, burial_photo_file: photo, ...draft } = request.body
        const memorial = await access.toEdit(request.requireVerified(), memorialId)
        return reply.code(201).send(await burials.create(memorial, draft, photo))
      },
    )

    api.patch(
      '/burial/update/:id',
      {
        ...own,
        preValidation: api.receiveForm({
          file: 'burial_photo_file',
          maxBytes: photoOfKnown,
          further: { file: 'road_photo_file', maxBytes: photoOfKnown },
          isPicture: true,
        }),
        schema: {
          tags,
          summary: 'Change it; what is absent stays',
          consumes: ['multipart/form-data'],
          params: byId,
          body: change,
          response: { 200: burialSchema },
        },
      },
      async (request) => {
        const memorialId = await burials.memorialOf(request.params.id)
        const memorial = await access.toEdit(request.requireVerified(), memorialId)
        const { burial_photo_file: grave, road_photo_file: road, ...changed } = request.body
        return burials.update(memorial, changed, { grave, road })
      },
    )

    api.delete(
      '/burial/delete/:id',
      { ...own, schema: { tags, summary: 'Delete it', params: byId, response: { 204: nothingSchema } } },
      async (request, reply) => {
        const memorialId = await burials.memorialOf(request.params.id)
        await burials.remove(await access.toEdit(request.requireVerified(), memorialId), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}
