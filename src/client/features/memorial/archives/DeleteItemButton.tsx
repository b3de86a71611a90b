import type { ButtonProps } from '@mui/material/Button'
import type { ArchiveOf } from '@client/api/archive-api'
import { useDeleteArchiveItemMutation } from '@client/api/archive-change-api'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { deletionOutcome } from '../edit/save-failure'
import { ARCHIVE_TEXTS } from './archive-texts'

export interface DeleteItemButtonProps extends Pick<ButtonProps, 'sx'> {
  archive: ArchiveOf
  itemId: number
  name: string
}

const TO_TRASH =
  'Её не увидит больше никто, а 30 дней она пролежит в «Корзине» внизу страницы: оттуда её можно вернуть. Место в хранилище она занимает, пока не исчезнет.'

/** No toast on success: the item disappears from the list. */
export function DeleteItemButton({ archive, itemId, name, sx }: DeleteItemButtonProps) {
  const [deleteItem] = useDeleteArchiveItemMutation()
  const { deletion } = ARCHIVE_TEXTS[archive.kind]
  return (
    <ConfirmButton
      variant="text"
      size="small"
      label="Удалить"
      fullLabel={`Удалить: ${name}`}
      questions={[{ title: deletion, text: `${name}. ${TO_TRASH}` }]}
      action={async () => deletionOutcome((await deleteItem({ ...archive, id: itemId })).error)}
      sx={sx}
    />
  )
}
