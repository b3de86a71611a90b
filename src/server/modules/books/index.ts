import type { Feature, FeatureContext } from '../context'
import { bookRoutes } from './routes'
import { createBookService } from './service'

export function booksFeature(context: FeatureContext): Feature {
  const { access } = context
  return { api: [bookRoutes({ access, books: createBookService(context) })] }
}
