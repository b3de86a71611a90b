import Typography from '@mui/material/Typography'
import { typeset } from '@contract/typeset'
import { useSettings } from './settings'

/** The operator's text about free offers; nothing without such a text. */
export function FreeNote() {
  const { freeNote } = useSettings()
  if (!freeNote) return null
  return (
    <Typography color="secondary" sx={{ mt: 2, fontWeight: 500, textWrap: 'balance' }}>
      {typeset(freeNote)}
    </Typography>
  )
}
