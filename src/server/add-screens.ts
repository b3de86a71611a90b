import type { FastifyInstance } from 'fastify'
import type { Memorial } from '@contract/memorial'
import type { PageSettings } from '@contract/settings'
import type { Config } from './config'
import type { ChangeFeed } from './db/change-feed'
import type { Db } from './db/schema'
import { linkPicturePath } from './lib/link-picture-address'
import { applicationPages } from './pages/application'
import type { CachedResponses } from './plugins/caching'
import type { Front } from './plugins/front'
import { askItself } from './pages/ask-itself'
import type { CreateRenderer } from './pages/render-threads'
import { renderWhenAsked } from './pages/render-when-asked'

/** Everything outside /api, if the built application is there: its pages, rendered or empty, and its files. */
export async function addScreens(
  app: FastifyInstance,
  parts: {
    config: Pick<Config, 'site'>
    db: Db
    changes: Pick<ChangeFeed, 'follow'>
    clientFolder?: string
    createRenderer?: CreateRenderer
    preparesFilms: boolean
    /** Sent with every response. */
    headers: Record<string, string>
    front: Front
    answers: CachedResponses
  },
): Promise<void> {
  const { config, db, changes, clientFolder, createRenderer, preparesFilms, headers, front, answers } = parts
  if (!clientFolder) return
  const site: PageSettings = { ...config.site, preparesFilms }
  const rendererOptions = {
    settings: site,
    pictureForLinks: (memorial: Memorial) => linkPicturePath(memorial, site.siteName),
    ask: askItself(app, answers),
  }
  await applicationPages(app, {
    db,
    changes,
    clientFolder,
    site,
    headers,
    front,
    renderScreen: createRenderer && renderWhenAsked(() => createRenderer(rendererOptions)),
  })
}
