import Box from '@mui/material/Box'
import type { ArchiveItem } from '@contract/archive'
import type { ArchiveOf } from '@client/api/archive-api'
import { lazyProgram } from '@client/ui/lazy-program'
import { missingDialog } from '@client/ui/missing-dialog'
import { itemName } from './archive-texts'
import { EditableItem } from './EditableItem'
import { PhotoList } from './PhotoList'
import { Thumbnail } from './Thumbnail'
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

/** Photos as thumbnails; a press opens one large. */
export function Photos({ archive, items, isEditing }: PhotosProps) {
  const { openId, open, close } = useOpenPhoto()
  const openIndex = items.findIndex(({ id }) => id === openId)

  return (
    <>
      <PhotoList isEditing={isEditing}>
        {items.map((item, index) => {
          const name = itemName('photo', item, index)
          const thumbnail = (
            <Thumbnail photoId={item.id} path={item.file_path} name={name} onOpen={() => open(item.id)} />
          )
          return (
            <li key={item.id}>
              {isEditing ? (
                <EditableItem archive={archive} item={item} name={name}>
                  {thumbnail}
                </EditableItem>
              ) : (
                thumbnail
              )}
            </li>
          )
        })}
      </PhotoList>
      {openIndex >= 0 && <Lightbox photos={items} startIndex={openIndex} onClose={close} />}
    </>
  )
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
