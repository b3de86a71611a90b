import { candlesSchema } from '@contract/remembering'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { CandleService } from './service'

export function candleRoutes({ access, candles }: { access: MemorialAccess; candles: CandleService }): Routes {
  return (api) => {
    api.post(
      '/memorial/:id/candle',
      {
        schema: {
          tags: ['remembering'],
          summary: 'Light a candle',
          params: byId,
          response: { 200: candlesSchema },
        },
      },
      async (request) => candles.light(await access.toRead(request, request.params.id), request.ip),
    )
  }
}
