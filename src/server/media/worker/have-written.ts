import { setTimeout as delay } from 'node:timers/promises'

/** How many bytes may be buffered before the disk has written them. */
const UNWRITTEN_MAX_BYTES = 1024 ** 2
const WRITING_MS = 5

/** Waits until the disk has written most of the output so far. */
export async function haveWritten(doc: PDFKit.PDFDocument): Promise<void> {
  while (doc.readableLength > UNWRITTEN_MAX_BYTES) await delay(WRITING_MS)
}
