/** What is known of a stored picture besides its bytes. */
export interface PictureFacts {
  /** Pixels of the picture as it is served: upright. */
  width: number
  height: number
  /** A muted colour of the picture as '#rrggbb', for the ground behind it. */
  tone: string
  /** A tiny copy as a `data:` address, to be shown blurred until the picture has loaded. */
  preview: string
}

/** Raised when the copies or facts of a picture change: the upkeep makes them again for every picture with a lower one. */
export const PICTURE_VERSION = 1

/** The columns of a memorial that hold its portrait, and the copies of its facts. They are written nowhere else. */
export function portraitColumns(id: string | undefined, facts: PictureFacts | undefined) {
  return {
    photo_id: id ?? null,
    photo_width: facts?.width ?? null,
    photo_height: facts?.height ?? null,
    photo_tone: facts?.tone ?? null,
    photo_preview: facts?.preview ?? null,
  }
}
