import { object } from 'yup'
import { recordId } from '@contract/fields'
import {
  changedThingSchema,
  dayRestoredSchema,
  historyQuerySchema,
  historySchema,
  restoredDaySchema,
} from '@contract/history'
import { verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { byId, type Routes } from '../../lib/routes'
import { createArchiveService } from '../archives/service'
import { createBurialService } from '../burial/service'
import type { Feature, FeatureContext } from '../context'
import { listHistory } from '../history/revisions'
import { createMemorialChangeService } from '../memorials/change-service'
import { createPortraits } from '../memorials/portraits'
import { createMemorialPresentation } from '../memorials/presentation'
import { createMemoryPresentation } from '../memories/presentation'
import { createMemoryService, createReplies } from '../memories/service'
import { createStoryPresentation, createStoryService } from '../questions/stories'
import { createRestoringService, type RestoringService } from './service'

export function restoringFeature(context: FeatureContext): Feature {
  const { db, access } = context
  return { api: [historyRoutes({ db, access, restoring: createRestoring(context) })] }
}

/** With the services of everything that has a history. */
export function createRestoring(context: FeatureContext): RestoringService {
  const { db, access } = context
  const ofWords = { ...context, presentation: createMemoryPresentation(context) }
  return createRestoringService({
    db,
    access,
    changes: createMemorialChangeService({
      ...context,
      presentation: createMemorialPresentation(context.mediaUrls),
      portraits: createPortraits(context),
    }),
    burials: createBurialService(context),
    archives: createArchiveService(context),
    memories: createMemoryService(ofWords),
    replies: createReplies(ofWords),
    stories: createStoryService({ ...context, presentation: createStoryPresentation(context) }),
  })
}

const tags = ['memorial']
const byRevision = object({ id: recordId().required(), revision: recordId().required() })

/** The former texts and facts of a page, for its keepers. */
function historyRoutes(parts: { db: Db; access: MemorialAccess; restoring: RestoringService }): Routes {
  const { db, access, restoring } = parts

  return (api) => {
    const own = { onRequest: verifiedOnly }

    api.get(
      '/memorial/:id/history',
      {
        ...own,
        schema: {
          tags,
          summary: 'What its keepers have changed, newest first',
          params: byId,
          querystring: historyQuerySchema,
          response: { 200: historySchema },
        },
      },
      async (request, reply) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        return reply.header('cache-control', 'no-store').send(await listHistory(db, memorial.id, request.query))
      },
    )

    api.post(
      '/memorial/:id/history/:revision/restore',
      {
        ...own,
        schema: {
          tags,
          summary: 'Restore what stood before a change',
          params: byRevision,
          response: { 200: changedThingSchema },
        },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        const memorial = await access.toEdit(account, request.params.id)
        const changed = await restoring.restore(account, memorial, request.params.revision)
        return reply.type('application/json; charset=utf-8').send(changed as unknown as object)
      },
    )

    api.post(
      '/memorial/:id/history/restore-day',
      {
        ...own,
        schema: {
          tags,
          summary: 'Restore what stood before the changes of a day',
          params: byId,
          body: restoredDaySchema,
          response: { 200: dayRestoredSchema },
        },
      },
      async (request) => {
        const account = request.requireVerified()
        const memorial = await access.toEdit(account, request.params.id)
        return restoring.restoreDay(account, memorial, request.body)
      },
    )
  }
}
