import { object } from 'yup'
import { burialSchema } from '@contract/burial'
import { wholeNumber } from '@contract/fields'
import { ID_MAX } from '@contract/limits'
import type { MemorialAccess } from '../../access/memorial'
import type { Routes } from '../../plugins/contract'
import type { BurialService } from './service'

const byMemorial = object({ memorialId: wholeNumber(1, ID_MAX).required() })

export function burialRoutes({ access, burials }: { access: MemorialAccess; burials: BurialService }): Routes {
  return (api) => {
    api.get(
      '/burial/:memorialId',
      {
        schema: {
          tags: ['burial'],
          summary: 'Where a person is buried',
          params: byMemorial,
          response: { 200: burialSchema },
        },
      },
      async (request) => burials.show(await access.toRead(request, request.params.memorialId)),
    )
  }
}
