import { paths } from '@contract/paths'
import type { PublicSettings } from '@contract/settings'
import type { Db } from '../db/schema'
import type { Routes } from '../lib/routes'
import { robotsRoutes } from './robots'
import { sitemapRoutes } from './sitemap'

/** Where password managers send a person who wants to change a password. */
export const passwordManagerRoutes: Routes = (app) => {
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(paths.settings),
  )
}

/** What search engines request besides the pages. */
export function searchEngineRoutes({ db, site }: { db: Db; site: PublicSettings }): Routes {
  return (app) => {
    robotsRoutes(site)(app)
    sitemapRoutes({ db, site })(app)
  }
}
