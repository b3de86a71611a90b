import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { Memorial } from '@contract/memorial'
import { fullName } from '@contract/names'
import {
  PLATE_DEFAULTS,
  PLATE_SIZE_MAX_MM,
  PLATE_SIZE_MIN_MM,
  PLATE_SIZE_MM,
  type PlateChoice,
  type PlateFormat,
  type PlateTone,
  qrCodeQuerySchema,
} from '@contract/plate'
import { typeset } from '@contract/typeset'
import { errorText } from '@client/api/errors'
import { useGetPlateQuery, useLazyGetPlateQuery } from '@client/api/plate-api'
import { saveFile } from '@client/lib/save-file'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { FieldFrame, noteId } from '@client/ui/form/FieldFrame'
import { LabelledSelect } from '@client/ui/form/LabelledSelect'
import { useToast } from '@client/ui/toasts'

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

/** A preview of the file. Its size makes no visible difference here. */
function PlatePreview({ memorialId, choice: { plate, tone } }: { memorialId: number; choice: PlateChoice }) {
  const choice: PlateChoice = { ...PLATE_DEFAULTS, format: 'svg', plate, tone }
  const { currentData: picture, isError, refetch } = useGetPlateQuery({ memorialId, choice })

  if (isError) return <LoadFailed onRetry={() => void refetch()}>Не удалось показать табличку.</LoadFailed>
  return (
    <Box sx={FRAME}>
      {picture ? (
        <img src={picture} alt={plate ? 'QR-код, под ним имя и годы' : 'QR-код'} />
      ) : (
        <Loading>
          <Skeleton animation={false} variant="rounded" sx={{ width: 1, height: 300 }} />
        </Loading>
      )}
    </Box>
  )
}

const FRAME = {
  minHeight: 300,
  '& img': { display: 'block', width: 1, maxWidth: 240, mx: 'auto', border: 1, borderColor: 'divider' },
} as const

export interface SizeFieldProps {
  /** As typed. */
  value: string
  isGood: boolean
  hint: string
  onChange: (value: string) => void
}

/** The width of the code in millimetres. */
function SizeField({ value, isGood, hint, onChange }: SizeFieldProps) {
  const id = useId()
  const error = isGood ? undefined : `Введите целое число от ${PLATE_SIZE_MIN_MM} до ${PLATE_SIZE_MAX_MM}.`
  return (
    <FieldFrame id={id} label="Ширина кода, мм" hint={hint} error={error}>
      <OutlinedInput
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, 3))}
        inputProps={{ inputMode: 'numeric', 'aria-invalid': !isGood, 'aria-describedby': noteId(id) }}
      />
    </FieldFrame>
  )
}

const FORMATS: readonly (readonly [PlateFormat, string])[] = [
  ['pdf', 'PDF — для печати и мастерской'],
  ['svg', 'SVG — для гравировки и резки'],
  ['png', 'PNG — картинка'],
]

const TONES: readonly (readonly [PlateTone, string])[] = [
  ['dark', 'Тёмный на светлом'],
  ['light', 'Светлый на тёмном — для тёмного гранита'],
]

/** The reading distance of a code: ten times its width. */
const DISTANCE_FACTOR = 10

/** «Такой код читается примерно с 60 см.» */
function distanceInWords(sizeMm: number): string {
  const centimetres = Math.round((sizeMm * DISTANCE_FACTOR) / 10)
  const distance = centimetres < 100 ? `${centimetres}\u00a0см` : `${(centimetres / 100).toLocaleString('ru')}\u00a0м`
  return `Такой код телефон прочитает с расстояния до ${distance}.`
}

const ADVICE = [
  'Ширина кода — не меньше десятой части расстояния, с которого его будут снимать: с вытянутой руки хватит 50–60 мм, с метра нужно 100 мм.',
  'Прежде чем гравировать, напечатайте файл на бумаге в натуральную величину (масштаб 100 %) и проверьте двумя разными телефонами с того места, где будет стоять человек.',
  'Пустое поле вокруг кода — его часть. Не обрезайте его и не ставьте рядом рамку или рисунок.',
  'Мастеру отдайте PDF или SVG: размеры в них в миллиметрах, буквы переведены в кривые.',
  'Код светлого тона — для тёмного камня: белое гравируют, чёрное остаётся полированным. Современные телефоны такой код читают, старые — не всегда; надёжнее всего тёмный код на светлой матовой табличке.',
]
