import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { Memorial } from '@contract/memorial'
import { fullName } from '@contract/names'
import { PLATE_DEFAULTS, PLATE_SIZE_MM, type PlateChoice, qrCodeQuerySchema } from '@contract/plate'
import { typeset } from '@contract/typeset'
import { errorText } from '@client/api/errors'
import { useLazyGetPlateQuery } from '@client/api/plate-api'
import { saveFile } from '@client/lib/save-file'
import { LabelledSelect } from '@client/ui/form/LabelledSelect'
import { useToast } from '@client/ui/toasts'
import { ADVICE, distanceInWords, FORMATS, TONES } from './plate-texts'
import { PlatePreview } from './PlatePreview'
import { SizeField } from './SizeField'

const FAILED = 'Не удалось подготовить файл. Пожалуйста, попробуйте ещё раз.'
const BEGINNING: PlateChoice = { ...PLATE_DEFAULTS, format: 'pdf', plate: true }

export interface PlateDialogProps {
  memorial: Memorial
  isOpen: boolean
  onClose: () => void
}

/** Makes a file for a plate or a stone: the QR code in millimetres, with advice on how to have it made. */
export function PlateDialog({ memorial, isOpen, onClose }: PlateDialogProps) {
  const [choice, setChoice] = useState(BEGINNING)
  const [size, setSize] = useState(String(PLATE_SIZE_MM))
  const [getPlate, { isFetching }] = useLazyGetPlateQuery()
  const toast = useToast()
  const titleId = useId()
  const toneId = useId()
  const formatId = useId()
  const isSizeGood = qrCodeQuerySchema.isValidSync({ size_mm: size || '0' })
  const change = (part: Partial<PlateChoice>) => setChoice((before) => ({ ...before, ...part }))

  async function save(): Promise<void> {
    if (!isSizeGood || isFetching) return
    try {
      const file = await getPlate({ memorialId: memorial.id, choice: { ...choice, size_mm: Number(size) } }).unwrap()
      saveFile(file, `QR-код — ${fullName(memorial)}, ${size} мм.${choice.format}`)
    } catch (error) {
      toast.error(errorText(error, { fallback: FAILED }))
    }
  }

  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>Табличка с QR-кодом</DialogTitle>
      <DialogContent dividers>
        <Box sx={COLUMNS}>
          <PlatePreview memorialId={memorial.id} choice={choice} />
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
            <SizeField value={size} onChange={setSize} isGood={isSizeGood} hint={distanceInWords(Number(size))} />
            <FormControlLabel
              label="Имя и годы под кодом"
              control={<Checkbox checked={choice.plate} onChange={(_event, plate) => change({ plate })} />}
            />
            <LabelledSelect
              id={toneId}
              name="tone"
              label="Тон"
              options={TONES}
              value={choice.tone}
              onChange={(tone) => change({ tone })}
            />
            <LabelledSelect
              id={formatId}
              name="format"
              label="Файл"
              options={FORMATS}
              value={choice.format}
              onChange={(format) => change({ format })}
            />
          </Box>
        </Box>
        <Typography variant="h4" component="h3" sx={{ mt: 4, mb: 1 }}>
          Прежде чем заказывать
        </Typography>
        <Box component="ul" sx={{ m: 0, pl: 3, '& li': { mb: 1 } }}>
          {ADVICE.map((advice) => (
            <li key={advice}>{typeset(advice)}</li>
          ))}
        </Box>
        {!memorial.public_status && (
          <Alert severity="info" sx={{ mt: 2 }}>
            Страница закрыта: после сканирования понадобится PIN-код.
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Закрыть</Button>
        <Button variant="contained" aria-disabled={isFetching || !isSizeGood} onClick={() => void save()}>
          {isFetching ? 'Готовим файл…' : 'Скачать'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 240px) minmax(0, 1fr)' },
  gap: { xs: 3, sm: 4 },
} as const
