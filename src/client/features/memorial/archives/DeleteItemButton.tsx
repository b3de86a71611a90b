import type { ButtonProps } from '@mui/material/Button'
import { type ArchiveOf, useDeleteArchiveItemMutation } from '@client/api/archive-api'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { deletionOutcome } from '../edit/save-failure'
import { ARCHIVE_TEXTS } from './archive-texts'

export interface DeleteItemButtonProps extends Pick<ButtonProps, 'sx'> {
  archive: ArchiveOf
  itemId: number
  name: string
}

/** No toast after a success: the item disappears from the list. */
export function DeleteItemButton({ archive, itemId, name, sx }: DeleteItemButtonProps) {
  const [deleteItem] = useDeleteArchiveItemMutation()
  const { deletion, loss } = ARCHIVE_TEXTS[archive.kind]
  return (
    <ConfirmButton
      variant="text"
      size="small"
      label="Удалить"
      fullLabel={`Удалить: ${name}`}
      questions={[{ title: deletion, text: `${name}. ${loss}` }]}
      action={async () => deletionOutcome((await deleteItem({ ...archive, id: itemId })).error)}
      sx={sx}
    />
  )
}
