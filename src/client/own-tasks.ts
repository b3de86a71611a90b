import type { LoadChunk } from './chunk-retries'

/** Resolves in a task of its own: the browser may answer presses and paint before it. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * An `import()` evaluates its modules when its last chunk has come, and several of them often wait for the same one. Here each
 * waits for a task of its own, so that a weak phone is held for no longer than one of them takes.
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
