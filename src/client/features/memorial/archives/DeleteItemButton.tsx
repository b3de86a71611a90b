import Button from '@mui/material/Button'
import type { SxProps } from '@mui/material/styles'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ArchiveOf, useDeleteArchiveItemMutation } from '@client/api/archive-api'
import { isGone } from '@client/api/errors'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { useToast } from '@client/ui/toasts'
import { DELETE_FAILED } from '../edit/texts'
import { ARCHIVE_TEXTS } from './archive-texts'

export interface DeleteItemButtonProps {
  archive: ArchiveOf
  itemId: number
  name: string
  onGone: () => void
  sx?: SxProps
}

export function DeleteItemButton({ archive, itemId, name, onGone, sx }: DeleteItemButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const [deleteItem, { isLoading }] = useDeleteArchiveItemMutation()
  const toast = useToast()
  const isDeleted = useRef(false)
  const { deletion, loss } = ARCHIVE_TEXTS[archive.kind]

  const tellIfDeleted = useEffectEvent(() => {
    if (isDeleted.current) onGone()
  })
  useEffect(() => () => tellIfDeleted(), [])

  async function remove(): Promise<void> {
    isDeleted.current = true
    const { error } = await deleteItem({ ...archive, id: itemId })
    if (isGone(error)) return
    isDeleted.current = false
    setAsking(false)
    toast.error(DELETE_FAILED)
  }

  return (
    <>
      <Button size="small" color="error" aria-label={`Удалить: ${name}`} onClick={() => setAsking(true)} sx={sx}>
        Удалить
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={deletion}
          confirmLabel="Удалить"
          isBusy={isLoading}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          {name}. {loss}
        </ConfirmDialog>
      )}
    </>
  )
}
