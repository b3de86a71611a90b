import type { MemorialAccess } from '../../access/memorial'
import { attachment, byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { type BookService, createBookService } from './service'

export function booksFeature(context: FeatureContext): Feature {
  const { access } = context
  return { api: [bookRoutes({ access, books: createBookService(context) })] }
}

const HEADERS = { 'content-type': 'application/pdf', 'cache-control': 'no-store' }

/** «Книга памяти» of a memorial. */
function bookRoutes({ access, books }: { access: MemorialAccess; books: BookService }): Routes {
  return (api) => {
    api.get(
      '/memorial/:id/book',
      { schema: { tags: ['memorial'], summary: 'The page as a booklet, PDF', params: byId }, exposeHeadRoute: false },
      async (request, reply) => {
        const { id } = await access.toRead(request, request.params.id)
        const book = await books.make(request.ip, () => access.toReadWhole(request, id))
        return reply
          .headers({
            ...HEADERS,
            'content-length': book.size,
            'content-disposition': attachment(book.fileName, `kniga-pamyati-${id}.pdf`),
          })
          .send(book.content)
      },
    )

    // An automatic HEAD route would generate the book.
    api.head('/memorial/:id/book', { schema: { hide: true, params: byId } }, async (request, reply) => {
      await access.toRead(request, request.params.id)
      return reply.headers(HEADERS).send()
    })
  }
}
