import type { Rendering, RenderScreen } from '@client/app/render'
import { RENDERED_STATE_ELEMENT_ID } from '@contract/settings'
import { memorialExists } from '../access/memorial-repository'
import { DatabaseAway } from '../db/database-away'
import type { Db } from '../db/schema'
import { escapeHtml } from '../lib/escape-html'
import type { Page } from './page'
import { renderedUrl, screenAt } from './screens'
import type { FillTemplate } from './template'

export type { RenderScreen }

/** An answer to a visit. */
export type ScreenPage = { status: 200 | 404 | 503; page: Page } | { movedTo: string }

/** The page at an address: rendered for everybody's screens, empty for those of an account and for closed memorials. */
export function createScreenPages(parts: {
  db: Db
  fill: FillTemplate
  siteName: string
  /** Without it all pages are empty, and the program fills them. */
  renderScreen: RenderScreen | undefined
}): (url: string) => Promise<ScreenPage> {
  const { db, fill, siteName, renderScreen } = parts
  /** Says nothing of what it stands for. */
  const shell = fill({ head: `<title data-server>${escapeHtml(siteName)}</title><meta name="robots" content="noindex">` })

  return async (url) => {
    const rendering = await renderScreen?.(renderedUrl(url))
    switch (rendering?.kind) {
      case 'shown':
        return { status: rendering.status, page: fill(contentOf(rendering)) }
      case 'moved':
        return { movedTo: rendering.to }
      case 'closed':
        return { status: 200, page: shell }
      case 'failed':
        return { status: 503, page: shell }
      case undefined:
        return { status: await statusOf(db, url), page: shell }
    }
  }
}

function contentOf({ head, styles, html, state }: Extract<Rendering, { kind: 'shown' }>) {
  return { head, styles, html, state: { id: RENDERED_STATE_ELEMENT_ID, json: state } }
}

/**
 * An empty page is the same whatever its status, and the program tells people what it finds; the status is for search
 * engines, which forget an address that is 404 and come again to one that is 503.
 */
async function statusOf(db: Db, url: string): Promise<200 | 404 | 503> {
  const screen = screenAt(url.split('?', 1)[0] ?? url)
  if (screen.kind !== 'memorial') return screen.kind === 'screen' ? 200 : 404
  try {
    return (await memorialExists(db, screen.id)) ? 200 : 404
  } catch (error) {
    if (error instanceof DatabaseAway) return 503
    throw error
  }
}
