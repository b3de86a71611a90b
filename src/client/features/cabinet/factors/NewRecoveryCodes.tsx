import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { typeset } from '@contract/typeset'
import { printText } from '@client/lib/save-file'
import { focusInPlace } from '@client/ui/focus'
import { useSettings } from '@client/ui/settings'
import { useToast } from '@client/ui/toasts'

const ADVICE =
  'Сохраните эти коды: перепишите или распечатайте и положите к важным бумагам. Больше мы их не покажем. Каждый код подходит один раз, если телефон потерялся или сломался.'

export interface NewRecoveryCodesProps {
  codes: readonly string[]
  /** Called when the holder confirms that the codes are written down. */
  onSaved: () => void
}

/** New recovery codes, which are shown only once. */
export function NewRecoveryCodes({ codes, onSaved }: NewRecoveryCodesProps) {
  const { siteName } = useSettings()
  const toast = useToast()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success('Коды скопированы')
    } catch {
      toast.error('Не удалось скопировать. Выделите коды и скопируйте их сами.')
    }
  }

  return (
    <Alert severity="warning" variant="outlined" icon={false} sx={{ mb: 3, '& .MuiAlert-message': { width: '100%' } }}>
      <Typography variant="h3" tabIndex={-1} ref={focusInPlace}>
        Коды восстановления
      </Typography>
      <Typography sx={{ mt: 1 }}>{typeset(ADVICE)}</Typography>
      <Box component="ul" aria-label="Коды восстановления" sx={CODES}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" onClick={() => void copy()}>
          Скопировать
        </Button>
        <Button variant="outlined" onClick={() => printText(`Коды восстановления: ${siteName}`, codes)}>
          Распечатать
        </Button>
        <Button onClick={onSaved}>Коды сохранены</Button>
      </Box>
    </Alert>
  )
}

const CODES = {
  my: 2,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
  columnGap: 2,
  rowGap: 0.5,
  fontFamily: 'monospace',
  fontSize: 18,
} as const
