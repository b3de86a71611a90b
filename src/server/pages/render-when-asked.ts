import type { RenderPage } from '@client/ssr/render'

/**
 * Creates the renderer with the first page request: that takes about as long as the rest of the start. A failed creation is
 * retried.
 */
export function renderWhenAsked(create: () => Promise<RenderPage>): RenderPage {
  let made: Promise<RenderPage> | undefined

  return async (url) => {
    made ??= create().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return (await made)(url)
  }
}
