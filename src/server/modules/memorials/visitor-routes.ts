import { accessTokenSchema } from '@contract/auth'
import { screens } from '@contract/paths'
import { pinSchema } from '@contract/user'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../plugins/contract'
import type { PinService } from './pin-service'
import { drawQrCode } from './qr-code'

const tags = ['memorial']

/** What brings a visitor to a memorial: its QR code, and the PIN that opens it. */
export function memorialVisitorRoutes(parts: { access: MemorialAccess; pins: PinService; publicUrl: string }): Routes {
  const { access, pins, publicUrl } = parts

  return (api) => {
    api.get(
      '/memorial/:id/qrcode',
      { schema: { tags, summary: 'A QR code of the page, PNG', params: byId } },
      async (request, reply) => {
        const memorial = await access.toRead(request, request.params.id)
        const code = await drawQrCode(publicUrl + screens.memorial(memorial.id))
        return reply.type('image/png').header('cache-control', 'private, max-age=3600').send(code)
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
