/** Metadata of a stored picture. */
export interface PictureFacts {
  /** Size of the picture as served (upright), in pixels. */
  width: number
  height: number
  /** A muted colour of the picture as '#rrggbb', for its background. */
  tone: string
  /** A tiny copy as a `data:` URL, shown blurred until the picture has loaded. */
  preview: string
}

/**
 * Raise this when the copies or facts of a picture change: the upkeep regenerates them for every picture with a lower
 * version.
 */
export const PICTURE_VERSION = 1

/** The columns of a memorial that hold its portrait and copies of its facts. Nothing else writes them. */
export function portraitColumns(id: string | undefined, facts: PictureFacts | undefined) {
  return {
    photo_id: id ?? null,
    photo_width: facts?.width ?? null,
    photo_height: facts?.height ?? null,
    photo_tone: facts?.tone ?? null,
    photo_preview: facts?.preview ?? null,
  }
}
