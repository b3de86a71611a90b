import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createRenderer, RenderScreen } from '@client/app/render'

export type CreateRenderer = typeof createRenderer

/** The built program that renders screens. Throws when it is not built. */
export async function loadRenderer(rendererFolder: string): Promise<CreateRenderer> {
  const { href } = pathToFileURL(path.join(rendererFolder, 'renderer.js'))
  // A program of its own, which the build of the server must not take in.
  const program = (await import(/* webpackIgnore: true */ href)) as { default: { createRenderer: CreateRenderer } }
  return program.default.createRenderer
}

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
