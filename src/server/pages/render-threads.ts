import { AsyncResource } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { createRenderer, RendererOptions } from '@client/ssr/render'
import { startBoundedThreads } from '../lib/bounded-threads'
import { type Log, throttledLog } from '../lib/log'
import { recordRendering } from './page'
import type { Asked, Rendered, RenderResponse, RenderTask } from './render-worker'

/** One core is left for the event loop. */
const THREADS = Math.min(2, Math.max(1, availableParallelism() - 1))
/** While one page waits for its data, the thread renders another. */
const TASKS_OF_THREAD = 2
/** Pages that are rendered concurrently. */
export const RENDERED_AT_ONCE = THREADS * TASKS_OF_THREAD
/** A page takes some tens of milliseconds. The first one of a thread takes longer: it loads the bundle. */
const TIMEOUT_MS = 15_000
const HEAP_MAX_MB = 384

export type CreateRenderer = typeof createRenderer

/** The thread ended before the page was rendered, or took too long. The browser can still render it. */
export class NotRenderedError extends Error {}

export interface RenderThreads {
  createRenderer: CreateRenderer
  stop(): Promise<void>
}

/**
 * Renders pages in worker threads, so that a rendering delays no other request. A thread gets the URL and requests the data
 * of the page back from here; so only HTML and responses are passed between threads.
 */
export function startRenderThreads(parts: {
  rendererFolder: string
  log: Pick<Log, 'error'>
  workerFile?: string
  timeoutMs?: number
}): RenderThreads {
  const { rendererFolder, log, workerFile = path.join(__dirname, 'render-worker.js'), timeoutMs = TIMEOUT_MS } = parts
  const threads = startBoundedThreads({
    workerFile,
    threads: THREADS,
    tasksOfThread: TASKS_OF_THREAD,
    // The loaded bundle and the cached fragments stay in it.
    hasPermanentThread: true,
    heapMaxMb: HEAP_MAX_MB,
    timeoutMs,
  })
  let isStopping = false
  const logFailure = throttledLog((details) => log.error(details, 'a page was sent unrendered: its thread ended'))

  async function render({ settings, ask }: RendererOptions, url: string) {
    const { port1: own, port2: port } = new MessageChannel()
    respondOver(own, ask)
    const begunAt = performance.now()
    try {
      const task: RenderTask = { url, rendererFolder, settings, port }
      const rendered = await threads.run<Rendered>('renderPage', task, [port])
      if (!rendered) throw new Error(`no page within ${timeoutMs} ms, or too little memory`)
      return rendered
    } catch (error) {
      if (!isStopping) logFailure({ err: error })
      throw new NotRenderedError('not rendered', { cause: error })
    } finally {
      own.close()
      recordRendering(performance.now() - begunAt)
    }
  }

  return {
    createRenderer: (options) =>
      Promise.resolve(async (url) => {
        const rendered = await render(options, url)
        if ('failure' in rendered) throw rendered.failure
        return rendered.rendering
      }),
    stop() {
      isStopping = true
      return threads.stop()
    },
  }
}

function respondOver(port: MessagePort, ask: RendererOptions['ask']): void {
  const respond = async ({ number, url }: Asked) => {
    const { status, text } = await ask(url)
    const outcome: RenderResponse = { number, status, text }
    port.postMessage(outcome)
  }
  // Runs in the trace context of the page's request. Without a response the rendering times out.
  port.on(
    'message',
    AsyncResource.bind((asked: Asked) => void respond(asked).catch(() => undefined)),
  )
}
