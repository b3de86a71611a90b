import { nothingSchema } from '@contract/auth'
import { type BlockedAuthor, blockedAuthorsSchema } from '@contract/memory'
import { type Account, verifiedOnly } from '../../access/account'
import { type Editable, lockEditable, type MemorialAccess } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { conflict, notFound } from '../../lib/api-error'
import { mailboxKey } from '../../lib/mailbox'
import { byId, type Routes } from '../../lib/routes'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import { hashAddress } from '../../mail/address-hashes'
import { blockAuthor, findBlockedAuthor, findSender, listBlockedAuthors, unblockAuthor } from './pending-repository'
import { hideWaiting, restoreWaiting, SENT, type SentIn } from './repository'

const NO_ADDRESS = 'Адреса автора у этих слов нет: его оставил хранитель страницы, или он уже удалён.'
const NO_ADDRESS_OF_ASKED = 'Адрес этого человека у нас уже удалён, поэтому узнать его снова мы не сможем.'

export type BlockingService = ReturnType<typeof createBlocking>

interface BlockingParts {
  db: Db
  securityLog: SecurityLog
  secretKey: SecretKey
}

/**
 * Keepers silently block people on a page: what of theirs waits leaves its queue, and what they send in further is accepted as
 * before, but no one sees it.
 */
export function createBlocking({ db, securityLog, secretKey }: BlockingParts) {
  return {
    /** The id of the page to which it was sent; 404 when there is no such thing. */
    async pageOf(kind: SentIn, id: number): Promise<number> {
      const sender = await findSender(db, kind, id)
      if (!sender) throw notFound()
      return sender.memorial_id
    },

    /** 409 when the e-mail is not known. */
    async block(memorial: Editable, kind: SentIn, id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockEditable(tx, memorial)
        const sender = await findSender(tx, kind, id)
        if (sender?.memorial_id !== memorial.id) throw notFound()
        const { email, author } = sender
        if (!email) throw conflict(kind === 'memories' ? NO_ADDRESS : NO_ADDRESS_OF_ASKED)
        const mailbox = mailboxKey(email)
        const { all: hashes } = await hashAddress(tx, secretKey, mailbox)
        const hidden = await hideWaiting(tx, { memorialId: memorial.id, mailbox, hashes })
        // The address that one keeper has asked is told to no other.
        await blockAuthor(tx, memorial.id, email, { askedName: kind === 'stories' ? author : null, hidden })
      })
      const what = kind === 'memories' ? { memory: id } : { kind: `${kind} ${id}` }
      securityLog.record('author_blocked', { account: memorial.editorId, memorial: memorial.id, ...what })
    },

    listBlocked: (memorial: Editable): Promise<BlockedAuthor[]> => listBlockedAuthors(db, memorial.id),

    /** The id of the page; 404 when there is no such entry. */
    async pageOfBlocked(id: number): Promise<number> {
      const blocked = await findBlockedAuthor(db, id)
      if (!blocked) throw notFound()
      return blocked.memorial_id
    },

    /** What left the queue when they were blocked waits there again; what they sent in since stays unseen. */
    async unblock(memorial: Editable, id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockEditable(tx, memorial)
        const ended = await unblockAuthor(tx, memorial.id, id)
        if (ended) await restoreWaiting(tx, ended.hidden, ended.created_at)
      })
      securityLog.record('author_unblocked', { account: memorial.editorId, memorial: memorial.id })
    },
  }
}

const tags = ['memories']
const done = { 204: nothingSchema }

export function blockingRoutes(parts: { access: MemorialAccess; blocking: BlockingService }): Routes {
  const { access, blocking } = parts

  return (api) => {
    const verified = { onRequest: verifiedOnly }

    /** 404 when there is no such thing; 403 for everyone but the page's keepers. */
    const pageOf = async (kind: SentIn, request: { params: { id: number }; requireVerified(): Account }) =>
      access.toEdit(request.requireVerified(), await blocking.pageOf(kind, request.params.id))

    for (const kind of SENT) {
      api.post(
        `/${kind}/:id/block-author`,
        {
          ...verified,
          schema: {
            tags,
            summary: `Take nothing more of an author for this page (${kind})`,
            params: byId,
            response: done,
          },
        },
        async (request, reply) => {
          await blocking.block(await pageOf(kind, request), kind, request.params.id)
          return reply.code(204).send(null)
        },
      )
    }

    api.get(
      '/memorial/:id/blocked-authors',
      {
        ...verified,
        schema: {
          tags,
          summary: 'People of whom a page takes nothing more',
          params: byId,
          response: { 200: blockedAuthorsSchema },
        },
      },
      async (request) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        return { result: await blocking.listBlocked(memorial) }
      },
    )

    api.delete(
      '/blocked-authors/:id',
      {
        ...verified,
        schema: { tags, summary: 'Hear an author again', params: byId, response: done },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        const memorial = await access.toEdit(account, await blocking.pageOfBlocked(request.params.id))
        await blocking.unblock(memorial, request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}
