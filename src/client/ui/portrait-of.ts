import type { MemorialCard } from '@contract/memorial'
import type { StoredPicture } from './Photo'

/** The portrait of a memorial, as props of `Photo`. */
export function portraitOf(memorial: MemorialCard): StoredPicture {
  const { photo_path: path, photo_width: width, photo_height: height, photo_preview: preview } = memorial
  return { path, width, height, preview }
}
