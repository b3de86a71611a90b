import { object } from 'yup'
import { burialSchema } from '@contract/burial'
import { wholeNumber } from '@contract/fields'
import { ID_MAX } from '@contract/limits'
import { memorialToRead } from '../../access/memorial'
import type { Db } from '../../db/schema'
import type { Routes } from '../../plugins/contract'
import type { BurialService } from './service'

const byMemorial = object({ memorialId: wholeNumber(1, ID_MAX).required() })

export function burialRoutes({ db, burials }: { db: Db; burials: BurialService }): Routes {
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
      async (request) => burials.show(await memorialToRead(db, request.account, request.params.memorialId)),
    )
  }
}
