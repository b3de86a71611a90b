import { setTimeout as delay } from 'node:timers/promises'

/** So many bytes may wait until the disk has taken them. */
const UNWRITTEN_MAX_BYTES = 1024 ** 2
const WRITING_MS = 5

/** Waits until the disk has taken what was made so far. */
export async function haveWritten(doc: PDFKit.PDFDocument): Promise<void> {
  while (doc.readableLength > UNWRITTEN_MAX_BYTES) await delay(WRITING_MS)
}
