import Button from '@mui/material/Button'
import type { SxProps } from '@mui/material/styles'
import type { ArchiveItem } from '@contract/archive'
import type { ArchiveOf } from '@client/api/archive-api'
import { useTurnPhotoMutation } from '@client/api/archive-change-api'
import { errorText } from '@client/api/errors'
import { useToast } from '@client/ui/toasts'
import { UPDATE_FAILED } from '../edit/texts'

export interface TurnButtonProps {
  archive: ArchiveOf
  item: ArchiveItem
  name: string
  sx?: SxProps
}

/** Turns a photo clockwise by 90 degrees at each press. */
export function TurnButton({ archive, item, name, sx }: TurnButtonProps) {
  const [turn, { isLoading }] = useTurnPhotoMutation()
  const toast = useToast()

  async function turnOnce(): Promise<void> {
    if (isLoading) return
    const { error } = await turn({ ...archive, id: item.id })
    if (error) toast.error(errorText(error, { fallback: UPDATE_FAILED }))
  }

  return (
    <Button
      size="small"
      aria-label={`Повернуть: ${name}`}
      aria-disabled={isLoading}
      onClick={() => void turnOnce()}
      sx={sx}
    >
      {isLoading ? 'Поворачиваем…' : 'Повернуть'}
    </Button>
  )
}
