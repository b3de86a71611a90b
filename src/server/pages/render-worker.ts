import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import type { createRenderer, Rendering, RendererOptions, RenderPage } from '@client/ssr/render'
import { linkPicturePath } from '../lib/link-picture-path'

/** What a thread needs to render a page. */
export interface RenderTask {
  url: string
  /** The folder of the built renderer bundle. */
  rendererFolder: string
  settings: RendererOptions['settings']
  /** The thread requests the data of the page over this port. */
  port: MessagePort
}

/** An API request and its response. */
export interface Asked {
  number: number
  url: string
}
export type RenderResponse = Pick<Asked, 'number'> & Awaited<ReturnType<RendererOptions['ask']>>

/** A failure inside the renderer, which the thread survives. */
export type Rendered = { rendering: Rendering | undefined } | { failure: unknown }

let made: Promise<RenderPage> | undefined
/** Answers the requests of each rendering: while one waits for a response, another is rendered. */
const currentAsk = new AsyncLocalStorage<RendererOptions['ask']>()

export async function renderPage({ url, rendererFolder, settings, port }: RenderTask): Promise<Rendered> {
  try {
    made ??= load(rendererFolder, settings).catch((error: unknown) => {
      made = undefined
      throw error
    })
    const render = await made
    return { rendering: await currentAsk.run(askOver(port), () => render(url)) }
  } catch (failure) {
    return { failure }
  } finally {
    port.close()
  }
}

async function load(rendererFolder: string, settings: RendererOptions['settings']): Promise<RenderPage> {
  const { href } = pathToFileURL(path.join(rendererFolder, 'renderer.js'))
  // A separate bundle, which the build of the server must not include.
  const bundle = (await import(/* webpackIgnore: true */ href)) as {
    default: { createRenderer: typeof createRenderer }
  }
  return bundle.default.createRenderer({
    settings,
    pictureForLinks: (memorial) => linkPicturePath(memorial, settings.siteName),
    ask: (path) => currentAsk.getStore()?.(path) ?? Promise.reject(new Error('no screen asks for this')),
  })
}

function askOver(port: MessagePort): RendererOptions['ask'] {
  const waiting = new Map<number, (response: RenderResponse) => void>()
  let asked = 0
  port.on('message', (response: RenderResponse) => {
    waiting.get(response.number)?.(response)
    waiting.delete(response.number)
  })
  return (url) =>
    new Promise((resolve) => {
      const question: Asked = { number: ++asked, url }
      waiting.set(question.number, resolve)
      port.postMessage(question)
    })
}
