import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Burial } from '@contract/burial'
import { Photo } from '@client/ui/Photo'
import { useToast } from '@client/ui/toasts'

/** Where somebody is buried, in words and in coordinates that can be taken into a navigator. */
export function BurialFacts({ burial }: { burial: Burial | null }) {
  if (!burial) return <Typography color="textSecondary">Место захоронения не указано.</Typography>
  const { burial_address: address, burial_coordinates: coordinates, photo_path: photo } = burial
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {address && <Typography sx={{ maxWidth: '68ch' }}>{address}</Typography>}
      {coordinates && <Coordinates>{coordinates}</Coordinates>}
      {photo && (
        <Box sx={{ maxWidth: 560, borderRadius: 1.5, overflow: 'hidden', border: 1, borderColor: 'divider' }}>
          <Photo path={photo} alt="Фото места захоронения" sizes="(min-width: 640px) 560px, 92vw" ratio="4 / 3" />
        </Box>
      )}
    </Box>
  )
}

function Coordinates({ children }: { children: string }) {
  const toast = useToast()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(children)
      toast.success('Координаты скопированы')
    } catch {
      toast.error('Не удалось скопировать. Выделите координаты и скопируйте их сами.')
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>Координаты: {children}</Typography>
      <Button size="small" startIcon={<CopyIcon />} onClick={() => void copy()}>
        Скопировать координаты
      </Button>
    </Box>
  )
}
