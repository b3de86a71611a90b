import type { PublicSettings } from '@contract/settings'
import type { Db } from '../db/schema'
import type { Routes } from '../lib/routes'
import { robotsRoutes } from './robots'
import { sitemapRoutes } from './sitemap'

/** What search engines request besides the pages. */
export function searchEngineRoutes({ db, site }: { db: Db; site: PublicSettings }): Routes {
  return (app) => {
    robotsRoutes(site)(app)
    sitemapRoutes({ db, site })(app)
  }
}
