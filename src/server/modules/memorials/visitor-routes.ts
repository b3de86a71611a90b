import { accessTokenSchema } from '@contract/auth'
import { paths } from '@contract/paths'
import { PLATE_DEFAULTS, PLATE_MEDIA_TYPES, type QrCodeQuery, qrCodeQuerySchema } from '@contract/plate'
import { pinSchema } from '@contract/user'
import { cachedWithMemorial } from '../../access/cache-rules'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { PinService } from './pin-service'
import type { PlateService } from './plates'
import { drawQrCode } from './qr-code'

const tags = ['memorial']
const QR_CODE_CACHING = { 'cache-control': 'private, max-age=3600' }

/** For visitors of a memorial: its QR code, and its PIN. */
export function memorialVisitorRoutes(parts: {
  access: MemorialAccess
  pins: PinService
  plates: PlateService
  publicUrl: string
}): Routes {
  const { access, pins, plates, publicUrl } = parts

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

/** Without parameters the response is a picture for displays. */
function isForPrint(query: Partial<Record<keyof QrCodeQuery, unknown>>): boolean {
  return Object.values(query).some((value) => value !== undefined)
}

/** A plate shows name and years, so browsers must not cache it: the page may be closed later. */
function qrCodeHeaders(query: QrCodeQuery): Record<string, string> {
  const { format = PLATE_DEFAULTS.format } = query
  return { 'content-type': PLATE_MEDIA_TYPES[format], ...(!isForPrint(query) && QR_CODE_CACHING) }
}
