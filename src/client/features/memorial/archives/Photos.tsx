import Box from '@mui/material/Box'
import type { ArchiveItem } from '@contract/archive'
import { typeset } from '@contract/typeset'
import { whenAndWho } from '@contract/when-and-who'
import type { ArchiveOf } from '@client/api/archive-api'
import { lazyProgram } from '@client/ui/lazy-program'
import { missingDialog } from '@client/ui/missing-dialog'
import { WIDE_WIDTH } from '../MemorialArticle'
import { itemName } from './archive-texts'
import { DraggableItem } from './DraggableItem'
import { EditableItem } from './EditableItem'
import { albumStyle, PhotoAlbum, PhotoTable } from './photo-lists'
import { type PhotoPlace, placesOf } from './photo-rows'
import { Thumbnail } from './Thumbnail'
import { WhenAndWho } from './WhenAndWho'
import { useOpenPhoto } from './use-open-photo'

const Lightbox = lazyProgram(async () => (await import('./PhotoLightbox')).PhotoLightbox, {
  Loading: LightboxLoading,
  Missing: missingDialog('Не удалось открыть фотографию. Нажмите на неё ещё раз или обновите страницу.'),
})

export interface PhotosProps {
  archive: ArchiveOf
  items: ArchiveItem[]
  isEditing: boolean
}

/** Photos as an album, or small while their owner edits them; a press opens one large. */
export function Photos({ archive, items, isEditing }: PhotosProps) {
  const { openId, open, close } = useOpenPhoto()
  const openIndex = items.findIndex(({ id }) => id === openId)

  return (
    <>
      {isEditing ? (
        <PhotoTable>
          {items.map((item, index) => {
            const name = itemName('photo', item, index)
            return (
              <DraggableItem key={item.id} itemId={item.id}>
                <EditableItem archive={archive} item={item} name={name}>
                  <Thumbnail photoId={item.id} path={item.file_path} name={name} onOpen={() => open(item.id)} />
                </EditableItem>
              </DraggableItem>
            )
          })}
        </PhotoTable>
      ) : (
        <Album photos={items} onOpen={open} />
      )}
      {openIndex >= 0 && <Lightbox photos={items} startIndex={openIndex} onClose={close} />}
    </>
  )
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
      {/* The picture above is read aloud by the same text. */}
      {photo.description && <span aria-hidden>{typeset(photo.description)}</span>}
      <WhenAndWho item={photo} />
    </p>
  )
}

/** On phones a photo is as wide as the screen. Where pixels are so small, two thirds of them look the same. */
function albumSizes({ share }: PhotoPlace): string {
  const width = Math.round(share * WIDE_WIDTH)
  return `(min-width: ${WIDE_WIDTH}px) ${width}px, (min-width: 600px) ${Math.round(share * 100)}vw, (min-resolution: 2dppx) 62vw, 94vw`
}

/** As dark as the lightbox, so that a click has an effect at once even on a slow connection. */
function LightboxLoading() {
  return (
    <Box role="status" sx={DARK}>
      Загрузка...
    </Box>
  )
}

const DARK = {
  position: 'fixed',
  inset: 0,
  zIndex: 'modal',
  display: 'grid',
  placeItems: 'center',
  color: 'common.white',
  backgroundColor: 'common.black',
} as const
