import type { Burial } from '@contract/burial'
import { useDeleteBurialMutation } from '@client/api/burial-api'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { deletionOutcome } from '../edit/save-failure'

export interface DeleteBurialProps {
  memorialId: number
  burial: Burial
}

export function DeleteBurial({ memorialId, burial }: DeleteBurialProps) {
  const [deleteBurial] = useDeleteBurialMutation()
  const loss = `Пропадёт то, что сохранено: ${listed(partsOf(burial))}. Вернуть это будет нельзя.`

  return (
    <ConfirmButton
      label="Удалить место захоронения"
      questions={[{ title: 'Удалить место захоронения?', confirmLabel: 'Удалить', text: loss }]}
      action={async () => {
        const { error } = await deleteBurial({ id: burial.id, memorialId })
        return deletionOutcome(error, 'Место захоронения удалено')
      }}
      sx={{ mt: 2, mx: 0.5 }}
    />
  )
}

function partsOf({ burial_address, cemetery, plot, burial_coordinates, photo_path }: Burial): string[] {
  return [
    ...(burial_address ? ['адрес'] : []),
    ...(cemetery ? ['кладбище'] : []),
    ...(plot ? ['участок'] : []),
    ...(burial_coordinates ? ['метка на карте'] : []),
    ...(photo_path ? ['фото'] : []),
  ]
}

/** 'адрес, метка на карте и фото' */
function listed(parts: string[]): string {
  return new Intl.ListFormat('ru', { type: 'conjunction' }).format(parts)
}
