/** The body of a response; undefined when it is longer than `max` bytes, and the rest is not read. */
export async function readAtMost(max: number, { body }: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the transfer.
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > max) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
