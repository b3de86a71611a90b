import type { ArchiveItem } from '@contract/archive'
import { whenAndWho } from '@contract/when-and-who'

export interface PhotoPlace {
  /** Its width divided by its height. */
  ratio: number
  /** Its share of the row's width: 1 on a row of its own. */
  share: number
}

/** The frame of photos of unknown size. They are shown whole in it. */
const USUAL_RATIO = 4 / 3
/** Next to another photo, a wider one would leave it no room, and a longer text would get a narrow column. */
const PANORAMA = 2
const LONG_TEXT = 200

/**
 * The first photo has a row of its own, the others stand two in a row: equally high, each in its own proportions. Panoramas,
 * photos with a long text, and those left without a neighbour have rows of their own, too.
 */
export function placesOf(photos: ArchiveItem[]): PhotoPlace[] {
  const places = photos.map(({ width, height }) => ({
    ratio: width && height ? width / height : USUAL_RATIO,
    share: 1,
  }))
  for (let index = 1; index + 1 < photos.length; index++) {
    const [left, right] = [places[index], places[index + 1]]
    if (!left || !right || standsAlone(photos[index], left) || standsAlone(photos[index + 1], right)) continue
    left.share = left.ratio / (left.ratio + right.ratio)
    right.share = 1 - left.share
    index++
  }
  return places
}

function standsAlone(photo: ArchiveItem | undefined, { ratio }: PhotoPlace): boolean {
  if (ratio > PANORAMA) return true
  return photo !== undefined && (photo.description ?? '').length + whenAndWho(photo).length > LONG_TEXT
}
