import { accessTokenSchema, nothingSchema } from '@contract/auth'
import { PICTURE_MAX_BYTES } from '@contract/limits'
import {
  memorialChangeSchema,
  memorialCreationSchema,
  memorialListQuerySchema,
  memorialPageSchema,
  memorialSchema,
  myMemorialsQuerySchema,
  myMemorialsSchema,
} from '@contract/memorial'
import { paths } from '@contract/paths'
import {
  PLATE_DEFAULTS,
  PLATE_MEDIA_TYPES,
  plateSheetQuerySchema,
  type QrCodeQuery,
  qrCodeQuerySchema,
} from '@contract/plate'
import { keepQuerySchema } from '@contract/trash'
import { pinSchema } from '@contract/user'
import { accountOnly, requireFresh, verifiedOnly } from '../../access/account'
import { cachedAsList, cachedWithMemorial } from '../../access/cache-rules'
import type { MemorialAccess } from '../../access/memorial'
import { isNotFound } from '../../lib/api-error'
import { attachment, byId, type Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { fileField, type FileLimit } from '../../media/received-form'
import { senderOf } from '../../media/sender'
import type { MemorialChangeService } from './change-service'
import type { PinService } from './pin-service'
import { drawQrCode, type PlateService, type PlateSheetService } from './plates'
import type { MemorialService } from './service'
import type { MemorialTrash } from './trash'

const tags = ['memorial']
const creation = memorialCreationSchema.shape({ file: fileField() })

export function memorialRoutes({ access, memorials }: { access: MemorialAccess; memorials: MemorialService }): Routes {
  return (api) => {
    const list = { tags, querystring: memorialListQuerySchema, response: { 200: memorialPageSchema } }

    api.get(
      '/memorial/public_memorials',
      {
        config: cachedAsList,
        schema: { ...list, summary: 'Public memorials, filtered, sorted and paged' },
      },
      (request) => memorials.list('public', request.query),
    )

    api.get(
      '/memorial/swo_memorials',
      {
        config: cachedAsList,
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
          summary: 'The memorials of the account, searched by name, years and burial place, and paged',
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

const change = memorialChangeSchema.shape({ photo: fileField() })

/** Changes of a memorial by its keepers. Refuses guests before reading a body. */
export function memorialOwnerRoutes(parts: {
  access: MemorialAccess
  changes: MemorialChangeService
  trash: MemorialTrash
}): Routes {
  const { access, changes, trash } = parts

  return (api) => {
    const own = { onRequest: verifiedOnly }

    /** Refuses a stranger's photo before it is read. */
    const ownersPhoto: FileLimit = async (request) => {
      await access.toEdit(request.requireVerified(), validate(byId, request.params, 'path').id)
      return PICTURE_MAX_BYTES
    }

    api.patch(
      '/memorial/update/:id',
      {
        ...own,
        preValidation: api.receiveForm({ file: 'photo', maxBytes: ownersPhoto, isPicture: true }),
        schema: {
          tags: tags,
          summary: 'Change a memorial; what is absent stays',
          consumes: ['multipart/form-data'],
          params: byId,
          body: change,
          response: { 200: memorialSchema },
        },
      },
      async (request) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        const { photo, ...changed } = request.body
        return changes.update(memorial, changed, { file: photo, sender: senderOf(request) })
      },
    )

    api.patch(
      '/memorial/upgrade/:id',
      {
        ...own,
        schema: {
          tags: tags,
          summary: 'Make it advanced',
          params: byId,
          response: { 200: memorialSchema },
        },
      },
      async (request) => changes.upgrade(await access.toOwn(request.requireVerified(), request.params.id)),
    )

    api.patch(
      '/memorial/add-storage/:id',
      {
        ...own,
        schema: {
          tags: tags,
          summary: 'Add one gigabyte',
          params: byId,
          response: { 200: memorialSchema },
        },
      },
      async (request) => changes.addStorage(await access.toOwn(request.requireVerified(), request.params.id)),
    )

    api.delete(
      '/memorial/delete/:id',
      {
        ...own,
        schema: {
          tags: tags,
          summary: 'Delete it with all it has, at once or by way of the trash',
          params: byId,
          querystring: keepQuerySchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        const { id } = request.params
        const { keep } = request.query
        try {
          const memorial = await access.toOwn(account, id)
          if (!keep) requireFresh(account)
          await (keep ? trash.moveToTrash(memorial) : trash.destroyOwned(memorial, account))
        } catch (error) {
          if (!isNotFound(error)) throw error
          // Success for the account that deleted it, whose first response may have been lost. 404 for all others.
          const isInOwnTrash = await trash.isInOwnTrash(account, id)
          if (isInOwnTrash ? !keep : !(await changes.wasRemovedBy(account, id))) throw error
        }
        return reply.code(204).send(null)
      },
    )
  }
}

/** For visitors of a closed memorial: its PIN. */
export function memorialVisitorRoutes(pins: PinService): Routes {
  return (api) => {
    api.post(
      '/memorial/:id/verify-pin',
      {
        schema: {
          tags,
          summary: 'Get a token that opens a private memorial',
          params: byId,
          body: pinSchema,
          response: { 200: accessTokenSchema },
        },
      },
      async (request, reply) =>
        reply
          .header('cache-control', 'no-store')
          .send(await pins.verify(request, request.params.id, request.body.pin_code, request.ip)),
    )
  }
}

const QR_CODE_CACHING = { 'cache-control': 'private, max-age=3600' }

/** The QR code of a page, alone or on a plate, and the plates of all own pages. */
export function plateRoutes(parts: {
  access: MemorialAccess
  plates: PlateService
  sheets: PlateSheetService
  publicUrl: string
}): Routes {
  const { access, plates, sheets, publicUrl } = parts

  return (api) => {
    api.get(
      '/memorial/:id/qrcode',
      {
        config: cachedWithMemorial('id'),
        schema: {
          tags,
          summary: 'A QR code of the page, for screens or for print',
          params: byId,
          querystring: qrCodeQuerySchema,
        },
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        const { params, query } = request
        const memorial = await access.toReadWhole(request, params.id)
        const code = isForPrint(query)
          ? await plates.draw(memorial, { ...PLATE_DEFAULTS, ...query }, request.ip)
          : await drawQrCode(publicUrl + paths.memorial(memorial.id))
        return reply.headers(qrCodeHeaders(query)).send(code)
      },
    )

    // An automatic HEAD route would draw the code.
    api.head(
      '/memorial/:id/qrcode',
      { schema: { hide: true, params: byId, querystring: qrCodeQuerySchema } },
      async (request, reply) => {
        await access.toRead(request, request.params.id)
        return reply.headers(qrCodeHeaders(request.query)).send()
      },
    )

    api.get(
      '/memorial/my_memorials/plates',
      {
        onRequest: verifiedOnly,
        schema: {
          tags,
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

/** Without parameters the response is a picture for displays. */
function isForPrint(query: Partial<Record<keyof QrCodeQuery, unknown>>): boolean {
  return Object.values(query).some((value) => value !== undefined)
}

/** A plate shows name and years, so browsers must not cache it: the page may be closed later. */
function qrCodeHeaders(query: QrCodeQuery): Record<string, string> {
  const { format = PLATE_DEFAULTS.format } = query
  return { 'content-type': PLATE_MEDIA_TYPES[format], ...(!isForPrint(query) && QR_CODE_CACHING) }
}
