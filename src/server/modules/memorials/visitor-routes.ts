import { accessTokenSchema } from '@contract/auth'
import { screens } from '@contract/paths'
import { pinSchema } from '@contract/user'
import { keptOfMemorial } from '../../access/kept'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { PinService } from './pin-service'
import { drawQrCode } from './qr-code'

const tags = ['memorial']
const QR_CODE_HEADERS = { 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' }

/** For visitors of a memorial: its QR code, and its PIN. */
export function memorialVisitorRoutes(parts: { access: MemorialAccess; pins: PinService; publicUrl: string }): Routes {
  const { access, pins, publicUrl } = parts

  return (api) => {
    api.get(
      '/memorial/:id/qrcode',
      {
        config: keptOfMemorial('id'),
        schema: { tags, summary: 'A QR code of the page, PNG', params: byId },
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        const memorial = await access.toRead(request, request.params.id)
        const code = await drawQrCode(publicUrl + screens.memorial(memorial.id))
        return reply.headers(QR_CODE_HEADERS).send(code)
      },
    )

    // A HEAD request draws nothing.
    api.head('/memorial/:id/qrcode', { schema: { hide: true, params: byId } }, async (request, reply) => {
      await access.toRead(request, request.params.id)
      return reply.headers(QR_CODE_HEADERS).send()
    })

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
