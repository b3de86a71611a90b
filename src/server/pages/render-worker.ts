import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import type { createRenderer, Rendering, RendererOptions, RenderScreen } from '@client/app/render'
import { linkPicturePath } from '../lib/link-picture-address'

/** What a thread is given to render a screen. */
export interface RenderTask {
  url: string
  /** Where the built program lies that renders screens. */
  rendererFolder: string
  settings: RendererOptions['settings']
  /** Over it the thread asks for what the screen shows. */
  port: MessagePort
}

/** A request of the API, and the answer to it. */
export interface Asked {
  number: number
  url: string
}
export type Answered = Pick<Asked, 'number'> & Awaited<ReturnType<RendererOptions['ask']>>

/** A failure of the program, which a thread survives. */
export type Rendered = { rendering: Rendering | undefined } | { failure: unknown }

let made: Promise<RenderScreen> | undefined
/** Who answers what a screen asks for: while one waits for an answer another is rendered. */
const answering = new AsyncLocalStorage<RendererOptions['ask']>()

export async function renderScreen({ url, rendererFolder, settings, port }: RenderTask): Promise<Rendered> {
  try {
    made ??= load(rendererFolder, settings).catch((error: unknown) => {
      made = undefined
      throw error
    })
    const render = await made
    return { rendering: await answering.run(askOver(port), () => render(url)) }
  } catch (failure) {
    return { failure }
  } finally {
    port.close()
  }
}

async function load(rendererFolder: string, settings: RendererOptions['settings']): Promise<RenderScreen> {
  const { href } = pathToFileURL(path.join(rendererFolder, 'renderer.js'))
  // A program of its own, which the build of the server must not take in.
  const program = (await import(/* webpackIgnore: true */ href)) as {
    default: { createRenderer: typeof createRenderer }
  }
  return program.default.createRenderer({
    settings,
    pictureForLinks: (memorial) => linkPicturePath(memorial, settings.siteName),
    ask: (path) => answering.getStore()?.(path) ?? Promise.reject(new Error('no screen asks for this')),
  })
}

function askOver(port: MessagePort): RendererOptions['ask'] {
  const waiting = new Map<number, (answer: Answered) => void>()
  let asked = 0
  port.on('message', (answer: Answered) => {
    waiting.get(answer.number)?.(answer)
    waiting.delete(answer.number)
  })
  return (url) =>
    new Promise((resolve) => {
      const question: Asked = { number: ++asked, url }
      waiting.set(question.number, resolve)
      port.postMessage(question)
    })
}
