import { runModule } from './run-module'

/** What a PDF reader finds in it. */
export interface ReadPdf {
  title: string
  language: string
  /** The text of each page, as a search finds it. */
  pages: string[]
  /** The number of pictures on the pages. */
  pictures: number
  /** The addresses of its links. */
  links: string[]
}

const READER = `
  import { buffer } from 'node:stream/consumers'
  import { extractImages, extractText, getDocumentProxy } from 'unpdf'
  const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)))
  const { info } = await pdf.getMetadata()
  const { text } = await extractText(pdf)
  let pictures = 0
  const links = []
  for (let page = 1; page <= pdf.numPages; page++) {
    pictures += (await extractImages(pdf, page)).length
    for (const { url } of await (await pdf.getPage(page)).getAnnotations()) if (url) links.push(url)
  }
  console.log(JSON.stringify({ title: info.Title, language: info.Language, pages: text, pictures, links }))`

/** Reads a PDF. Runs of spaces and line breaks are one space, since lines are broken anywhere. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const read = JSON.parse((await runModule(READER, bytes)).toString()) as ReadPdf
  return { ...read, pages: read.pages.map((page) => page.replace(/\s+/g, ' ').trim()) }
}
