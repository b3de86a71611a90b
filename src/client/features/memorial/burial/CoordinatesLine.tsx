import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CopyIcon } from '@client/ui/icons'
import { useToast } from '@client/ui/toasts'
import { RouteLinks } from './RouteLinks'

/** Coordinates as stored, with buttons to copy or open them. */
export function CoordinatesLine({ children }: { children: string }) {
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
    <Box sx={LINE}>
      <Typography sx={{ fontVariantNumeric: 'tabular-nums', width: { sm: '100%' } }}>Координаты: {children}</Typography>
      <Button size="small" startIcon={<CopyIcon />} onClick={() => void copy()} sx={ON_SCREEN}>
        Скопировать координаты
      </Button>
      <RouteLinks coordinates={children} />
    </Box>
  )
}

/** On a phone the buttons are stacked. */
const LINE = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: 1,
} as const

const ON_SCREEN = { '@media print': { display: 'none' } } as const
