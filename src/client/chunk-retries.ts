const DELAYS_MS = [500, 1_500, 4_000]

export type LoadChunk = (chunkId: string) => Promise<unknown>

/**
 * Retries a failed chunk with a growing delay: a weak network loses a file now and then. Offline it fails at once, so that
 * the page can say so.
 */
export function withRetries(loadChunk: LoadChunk): LoadChunk {
  async function load(chunkId: string, attempt = 0): Promise<unknown> {
    try {
      return await loadChunk(chunkId)
    } catch (error) {
      const delayMs = DELAYS_MS[attempt]
      if (delayMs === undefined || !navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return load(chunkId, attempt + 1)
    }
  }

  return (chunkId) => load(chunkId)
}

/** Whether a chunk failed to load, in contrast to an error in the code itself. */
export function isChunkFailure(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED'
}
