import { nothingSchema } from '@contract/auth'
import { PICTURE_MAX_BYTES, STORY_PHOTOS_MAX, VOICE_MAX_BYTES } from '@contract/limits'
import { decidedSchema, decisionSchema, pendingQuerySchema } from '@contract/memory'
import {
  storyReceiptSchema,
  storyDraftSchema,
  openedQuestionSchema,
  ownStoryLinkSchema,
  ownStorySchema,
  pendingStoriesSchema,
  questionLinkSchema,
  storiesSchema,
  storyChangeSchema,
  storyOrderSchema,
  trashedStoriesSchema,
  type TrashedStory,
  type WrittenStory,
  writtenStorySchema,
} from '@contract/questions'
import { keepQuerySchema } from '@contract/trash'
import { uploadId } from '@contract/upload'
import { type Account, accountOnly, verifiedOnly } from '../../access/account'
import { cachedWithMemorial } from '../../access/cache-rules'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { fileField, fileListField, type FileLimit } from '../../media/received-form'
import type { Uploads } from '../../media/uploads/uploads'
import type { Feature, FeatureContext } from '../context'
import { assembleVoice, voiceRoutes } from '../memories/voice-routes'
import { addTrashRoutes } from '../trash/routes'
import type { PageTrash } from '../trash/service'
import { type StoryAuthorService, createStoryAuthorService } from './authors'
import { askingRoutes, createAskingService } from './asking'
import {
  createStoryPresentation,
  createStoryService,
  createStoryTrash,
  type StoryModeration,
  type StoryService,
} from './stories'

export function questionsFeature(context: FeatureContext): Feature {
  const { access, uploads } = context
  const parts = { ...context, presentation: createStoryPresentation(context) }
  const authors = createStoryAuthorService(parts)
  return {
    api: [
      askingRoutes({ access, asking: createAskingService(context) }),
      authorRoutes({ authors, uploads }),
      voiceRoutes({ access, uploads, pageOfQuestion: (token) => authors.pageOfVoice(token) }),
      storyRoutes({ access, stories: createStoryService(parts) }),
      storyTrashRoutes({ access, trash: createStoryTrash(parts) }),
    ],
  }
}

const tags = ['questions']
const done = { 204: nothingSchema }

/** For those who were asked: the token of the link suffices. */
function authorRoutes({ authors, uploads }: { authors: StoryAuthorService; uploads: Uploads }): Routes {
  const creation = storyDraftSchema.shape({
    photo: fileListField(STORY_PHOTOS_MAX),
    voice: fileField(),
    voice_upload: uploadId(),
  })

  return (api) => {
    /** Refuses files without a link before receiving them, if its token came first. */
    const photoOfStory: FileLimit = async (_request, fields) => {
      if (fields.token !== undefined) {
        await authors.expectStory(validate(questionLinkSchema, fields, 'body').token)
      }
      return PICTURE_MAX_BYTES
    }

    const voiceOfStory: FileLimit = async (request, fields) => {
      await photoOfStory(request, fields)
      return VOICE_MAX_BYTES
    }

    api.post(
      '/questions/open',
      {
        schema: {
          tags,
          summary: 'The question of a link',
          body: questionLinkSchema,
          response: { 200: openedQuestionSchema },
        },
      },
      async (request, reply) => reply.header('cache-control', 'no-store').send(await authors.open(request.body.token)),
    )

    api.post(
      '/questions/answer',
      {
        preValidation: api.receiveForm({
          file: 'photo',
          files: STORY_PHOTOS_MAX,
          maxBytes: photoOfStory,
          further: { file: 'voice', maxBytes: voiceOfStory },
          isPicture: true,
        }),
        schema: {
          tags,
          summary: 'Answer a question, with a voice or photos if there are any',
          consumes: ['application/json', 'multipart/form-data'],
          body: creation,
          response: { 201: storyReceiptSchema },
        },
      },
      async (request, reply) => {
        const { photo: photos = [], voice, voice_upload: id, ...draft } = request.body
        const assemble = (memorialId: number) => assembleVoice(uploads, request, { memorialId, id: String(id) })
        const sent = { address: request.ip, photos, voice, upload: id === undefined ? undefined : { id, assemble } }
        return reply.code(201).send(await authors.submit(draft, sent))
      },
    )

    for (const outcome of ['later', 'decline'] as const) {
      const summary = outcome === 'later' ? 'Be asked again in a week' : 'Be asked no more by this page'
      api.post(
        `/questions/${outcome}`,
        { schema: { tags, summary, body: questionLinkSchema, response: done } },
        async (request, reply) => {
          await authors[outcome](request.body.token)
          return reply.code(204).send(null)
        },
      )
    }

    api.post(
      '/stories/own',
      { schema: { tags, summary: 'What one has told', body: ownStoryLinkSchema, response: { 200: ownStorySchema } } },
      async (request, reply) =>
        reply.header('cache-control', 'no-store').send(await authors.findOwn(request.body.own_token)),
    )

    api.delete(
      '/stories/own',
      { schema: { tags, summary: 'Take back what one has told', body: ownStoryLinkSchema, response: done } },
      async (request, reply) => {
        await authors.revoke(request.body.own_token)
        return reply.code(204).send(null)
      },
    )
  }
}

function storyRoutes({ access, stories }: { access: MemorialAccess; stories: StoryService }): Routes {
  return (api) => {
    const verified = { onRequest: verifiedOnly }

    /** 404 when there is no such story; 403 for everyone but the page's keepers and moderators. */
    const toModerate = async (request: {
      params: { id: number }
      requireVerified(): Account
    }): Promise<StoryModeration> => {
      const actor = request.requireVerified()
      const story = await stories.find(request.params.id)
      return { actor, story, memorial: await access.toModerate(actor, story.memorial_id) }
    }

    api.get(
      '/memorial/:id/stories',
      {
        config: cachedWithMemorial('id'),
        schema: {
          tags,
          summary: 'Approved stories, in the order of the keepers',
          params: byId,
          response: { 200: storiesSchema },
        },
      },
      async (request) => stories.list(await access.toRead(request, request.params.id)),
    )

    api.post(
      '/memorial/:id/stories/order',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Put the approved stories into another order',
          params: byId,
          body: storyOrderSchema,
          response: done,
        },
      },
      async (request, reply) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        await stories.order(memorial, request.body.ids)
        return reply.code(204).send(null)
      },
    )

    api.get(
      '/memorial/:id/stories/pending',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Stories of a page that wait for a decision',
          params: byId,
          querystring: pendingQuerySchema,
          response: { 200: pendingStoriesSchema },
        },
      },
      async (request) => {
        const account = request.requireVerified()
        const { id: memorial_id } = await access.toEdit(account, request.params.id)
        return stories.listPending({ ...account, isModerator: false }, { ...request.query, memorial_id })
      },
    )

    api.get(
      '/stories/pending',
      {
        onRequest: accountOnly,
        schema: {
          tags,
          summary: 'Stories that wait for a decision of the account, by page, text and kind',
          querystring: pendingQuerySchema,
          response: { 200: pendingStoriesSchema },
        },
      },
      (request) => stories.listPending(request.requireAccount(), request.query),
    )

    api.post(
      '/stories/:id/moderate',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Approve or reject a story',
          params: byId,
          body: decisionSchema,
          response: { 200: decidedSchema },
        },
      },
      async (request) => stories.decide(await toModerate(request), request.body.decision),
    )

    api.patch(
      '/stories/:id',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Mend a story; what is absent stays',
          params: byId,
          body: storyChangeSchema,
          response: { 200: writtenStorySchema },
        },
      },
      async (request) => stories.update(await toModerate(request), request.body),
    )

    api.delete(
      '/stories/:id',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Delete a story, at once or by way of the trash',
          params: byId,
          querystring: keepQuerySchema,
          response: done,
        },
      },
      async (request, reply) => {
        await stories.remove(await toModerate(request), request.query)
        return reply.code(204).send(null)
      },
    )
  }
}

/** Deleted stories, for the keepers of their page. */
function storyTrashRoutes(parts: { access: MemorialAccess; trash: PageTrash<TrashedStory, WrittenStory> }): Routes {
  return (api) =>
    addTrashRoutes(api, parts, {
      tags,
      paths: { trash: '/stories/trash', restore: '/stories/restore' },
      summaries: {
        list: 'Deleted stories of a memorial',
        restore: 'Bring a deleted story back',
        destroy: 'Destroy a deleted story',
      },
      listed: trashedStoriesSchema,
      restored: writtenStorySchema,
    })
}
