import type { LoadChunk } from './chunk-retries'

/** Resolves in a new task: the browser can handle input and paint before it. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * An `import()` evaluates its modules when its last chunk arrives, and several of them often wait for the same one. Here
 * each gets a task of its own, so that a weak phone is blocked for no longer than one of them takes.
 */
export function evaluatedApart(loadChunk: LoadChunk): LoadChunk {
  let turn = Promise.resolve()

  return async (chunkId) => {
    const chunk = await loadChunk(chunkId)
    turn = turn.then(nextTask)
    await turn
    return chunk
  }
}
