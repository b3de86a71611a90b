import path from 'node:path'
import { PICTURE_COPY } from '@contract/picture'
import { copyStored } from '../storage/copy-stored'
import type { FileStore } from '../storage/file-store'
import type { LinkPicture } from './link-picture'
import { writeLinkPictureFonts } from './link-picture-fonts'
import { openNearest } from './nearest-copy'
import type { Pictures } from './pictures'

/** Wide enough for the frame around it. */
const PORTRAIT_COPY = PICTURE_COPY(720)

/** Draws a link preview in the picture process. `portraitId` names a stored picture; both paths are local. */
export type DrawLinkPicture = (
  drawing: LinkPicture,
  options: { portraitId?: string; folder: string; target: string },
) => Promise<void>

export function createLinkPictureDrawing(parts: {
  store: FileStore
  pictures: Pick<Pictures, 'draw'>
  fontsFolder: string
}): DrawLinkPicture {
  const { store, pictures, fontsFolder } = parts
  let fonts: Promise<void> | undefined

  /** Writes the fonts before the first picture is drawn, and retries after a failure. */
  async function provideFonts(): Promise<void> {
    fonts ??= writeLinkPictureFonts(fontsFolder)
    await fonts.catch((error: unknown) => {
      fonts = undefined
      throw error
    })
  }

  /** Undefined when the file is gone: the preview is then drawn without it. */
  async function fetchPortrait(id: string, folder: string): Promise<string | undefined> {
    const found = await openNearest(store, id, PORTRAIT_COPY)
    if (!found) return undefined
    const file = path.join(folder, 'portrait')
    await copyStored(found.stored, file)
    return file
  }

  return async (drawing, { portraitId, folder, target }) => {
    await provideFonts()
    const portrait = portraitId && (await fetchPortrait(portraitId, folder))
    await pictures.draw({ drawing, target, fontsFolder: path.resolve(fontsFolder), ...(portrait && { portrait }) })
  }
}
