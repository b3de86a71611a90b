import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createRenderer } from '@client/app/render'

export type CreateRenderer = typeof createRenderer

/** The built program that renders screens. Throws when it is not built. */
export async function loadRenderer(rendererFolder: string): Promise<CreateRenderer> {
  const { href } = pathToFileURL(path.join(rendererFolder, 'renderer.js'))
  // A program of its own, which the build of the server must not take in.
  const program = (await import(/* webpackIgnore: true */ href)) as { default: { createRenderer: CreateRenderer } }
  return program.default.createRenderer
}
