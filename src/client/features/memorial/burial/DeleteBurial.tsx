import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Burial } from '@contract/burial'
import { useDeleteBurialMutation } from '@client/api/burial-api'
import { isGone } from '@client/api/errors'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { useToast } from '@client/ui/toasts'
import { DELETE_FAILED } from '../edit/texts'

export interface DeleteBurialProps {
  memorialId: number
  burial: Burial
  onDeleted: () => void
}

export function DeleteBurial({ memorialId, burial, onDeleted }: DeleteBurialProps) {
  const [deleteBurial, { isLoading }] = useDeleteBurialMutation()
  const [isAsking, setAsking] = useState(false)
  const toast = useToast()

  async function remove(): Promise<void> {
    const { error } = await deleteBurial({ id: burial.id, memorialId })
    setAsking(false)
    if (!isGone(error)) {
      toast.error(DELETE_FAILED)
      return
    }
    toast.success('Место захоронения удалено')
    onDeleted()
  }

  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)} sx={{ mt: 2 }}>
        Удалить место захоронения
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Удалить место захоронения?"
        confirmLabel="Удалить"
        isBusy={isLoading}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        Пропадёт то, что сохранено: {listed(partsOf(burial))}. Вернуть это будет нельзя.
      </ConfirmDialog>
    </>
  )
}

function partsOf({ burial_address, burial_coordinates, photo_path }: Burial): string[] {
  return [
    ...(burial_address ? ['адрес'] : []),
    ...(burial_coordinates ? ['метка на карте'] : []),
    ...(photo_path ? ['фото'] : []),
  ]
}

/** 'адрес, метка на карте и фото' */
function listed(parts: string[]): string {
  return new Intl.ListFormat('ru', { type: 'conjunction' }).format(parts)
}
