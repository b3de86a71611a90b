import type { ArchiveItem } from '@contract/archive'
import { typeset } from '@contract/typeset'
import { whenAndWho } from '@contract/when-and-who'
import { WIDE_WIDTH } from '../MemorialArticle'
import { itemName } from './archive-texts'
import { OpenablePhotos } from './OpenablePhotos'
import { albumStyle, PhotoAlbum } from './photo-lists'
import { type PhotoPlace, placesOf } from './photo-rows'
import { Thumbnail } from './Thumbnail'
import { WhenAndWho } from './WhenAndWho'

/** Photos as an album; a press opens one in the lightbox. */
export function Photos({ items }: { items: ArchiveItem[] }) {
  return <OpenablePhotos photos={items}>{(open) => <Album photos={items} onOpen={open} />}</OpenablePhotos>
}

function Album({ photos, onOpen }: { photos: ArchiveItem[]; onOpen: (id: number) => void }) {
  const places = placesOf(photos)
  return (
    <PhotoAlbum>
      {photos.map((photo, index) => {
        const place = places[index] as PhotoPlace
        return (
          <li key={photo.id} data-alone={place.share === 1 || undefined} style={albumStyle(place)}>
            <Thumbnail
              photoId={photo.id}
              path={photo.file_path}
              width={photo.width}
              height={photo.height}
              name={itemName('photo', photo, index)}
              albumSizes={albumSizes(place)}
              onOpen={() => onOpen(photo.id)}
            />
            <Caption photo={photo} />
          </li>
        )
      })}
    </PhotoAlbum>
  )
}

function Caption({ photo }: { photo: ArchiveItem }) {
  if (!photo.description && !whenAndWho(photo)) return null
  return (
    <p>
      {/* The picture above has the same text as its accessible name. */}
      {photo.description && <span aria-hidden>{typeset(photo.description)}</span>}
      <WhenAndWho item={photo} />
    </p>
  )
}

/** On phones a photo is as wide as the display. At a high pixel density two thirds of the pixels look the same. */
function albumSizes({ share }: PhotoPlace): string {
  const width = Math.round(share * WIDE_WIDTH)
  return `(min-width: ${WIDE_WIDTH}px) ${width}px, (min-width: 600px) ${Math.round(share * 100)}vw, (min-resolution: 2dppx) 62vw, 94vw`
}
