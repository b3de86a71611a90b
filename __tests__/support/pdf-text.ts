import { runModule } from './run-module'

/** What a PDF reader finds in it. */
export interface ReadPdf {
  title: string
  language: string
  /** The text of each page, as a search finds it. */
  pages: string[]
  /** The number of pictures in it. */
  pictures: number
  /** The addresses of its links. */
  links: string[]
}

const READER = `
  import { buffer } from 'node:stream/consumers'
  import { extractText, getDocumentProxy } from 'unpdf'
  const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)))
  const { info } = await pdf.getMetadata()
  const { text } = await extractText(pdf)
  const links = []
  for (let page = 1; page <= pdf.numPages; page++) {
    for (const { url } of await (await pdf.getPage(page)).getAnnotations()) if (url) links.push(url)
  }
  console.log(JSON.stringify({ title: info.Title, language: info.Language, pages: text, links }))`

/** Reads a PDF. Runs of spaces and line breaks are one space, since lines are broken anywhere. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const read = JSON.parse((await runModule(READER, bytes)).toString()) as Omit<ReadPdf, 'pictures'>
  // Readers do not get as far as the second picture of a page on every version of Node.
  const pictures = bytes.toString('latin1').split('/Subtype /Image').length - 1
  return { ...read, pictures, pages: read.pages.map((page) => page.replace(/\s+/g, ' ').trim()) }
}
