import type { RenderScreen } from '@client/app/render'

/**
 * Renders with a renderer that is made when the first screen is asked for: that takes about as long as all the rest of a
 * start. One that could not be made is tried again.
 */
export function renderWhenAsked(create: () => Promise<RenderScreen>): RenderScreen {
  let made: Promise<RenderScreen> | undefined

  return async (url) => {
    made ??= create().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return (await made)(url)
  }
}
