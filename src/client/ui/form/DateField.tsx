import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import IconButton from '@mui/material/IconButton'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { type FormikValues, useFormikContext } from 'formik'
import { type ClipboardEvent, useRef, useState } from 'react'
import { dayOfParts, type DayParts, KNOWN_PARTS, partsOfDay } from '@contract/days'
import { ABOUT } from '@contract/life'
import type { Precision } from '@contract/memorial-terms'
import { lazyChunk } from '../lazy-chunk'
import { missingDialog } from '../missing-dialog'
import { TARGET_SIZE } from '../styles'
import { CalendarIcon } from '../tool-icons'
import { DAY_PARTS, type DayPart, DayPartInput, isPartAtFault, pastedDay } from './DayPartInput'
import { FieldNote, LABEL, labelId, noteId } from './FieldFrame'
import { useFormField } from './Form'

const NOTHING_KNOWN = 'Если что-то узнаете, дату можно будет дописать.'

interface DateFieldProps {
  name: string
  /** The field with the precision of the date. */
  precisionName: string
  label: string
  hint?: string
  /** Where the calendar opens while no day is typed, as `YYYY-MM-DD`; today when absent. */
  calendarStart?: string
}

/**
 * A date typed as day, month and year, or picked in a calendar; it may be incomplete. Its value is the text of
 * `@contract/days`: `1945-5-9`, `1945--`.
 */
export function DateField({ name, precisionName, label, hint, calendarStart }: DateFieldProps) {
  const { id, value, error, change } = useFormField<string>(name)
  const { precision, nearest, choose } = usePrecision(name, precisionName)
  const inputs = useRef<Partial<Record<DayPart, HTMLInputElement | null>>>({})
  const parts = partsOfDay(value)
  const asked = DAY_PARTS.filter(({ part }) => KNOWN_PARTS[precision].includes(part))

  function changeParts(changed: Partial<DayParts>): void {
    change(dayOfParts({ ...parts, ...changed }))
  }

  function moveTo(index: number): void {
    const part = asked[index]?.part
    if (part) inputs.current[part]?.focus()
  }

  function paste(event: ClipboardEvent): void {
    const day = pastedDay(event.clipboardData.getData('text'))
    if (!day) return
    event.preventDefault()
    changeParts(Object.fromEntries(asked.map(({ part }) => [part, day[part]])))
    inputs.current.year?.focus()
  }

  return (
    <Box role="group" aria-labelledby={labelId(id)} onPaste={paste}>
      <FormLabel id={labelId(id)} component="div" error={Boolean(error)} sx={LABEL}>
        {label}
      </FormLabel>
      <Box sx={ROW}>
        {precision === 'about' && <Typography sx={BESIDE_INPUT}>{ABOUT}</Typography>}
        {asked.map(({ part, label: partLabel, length }, index) => (
          <DayPartInput
            key={part}
            id={`${id}-${part}`}
            ref={(input) => {
              inputs.current[part] = input
            }}
            label={partLabel}
            length={length}
            value={parts[part]}
            isInvalid={isPartAtFault(part, parts, error)}
            describedBy={error || hint ? noteId(id) : undefined}
            onChange={(digits) => changeParts({ [part]: digits })}
            onFilled={() => moveTo(index + 1)}
            onBackOut={() => moveTo(index - 1)}
          />
        ))}
        {precision === 'day' && <CalendarButton value={value} label={label} start={calendarStart} onPick={change} />}
        {precision === 'unknown' && (
          <Typography color="textSecondary" sx={{ alignSelf: 'center' }}>
            {NOTHING_KNOWN}
          </Typography>
        )}
      </Box>
      <FieldNote id={id} hint={hint} error={error} />
      <PrecisionChoice name={precisionName} label={label} value={precision} nearest={nearest} onChange={choose} />
    </Box>
  )
}

/** The same height with and without inputs, so that controls below do not move. */
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: { xs: 1, sm: 1.5 },
  alignItems: 'flex-end',
  minHeight: 82,
} as const

/** Aligned with the text in the inputs. */
const BESIDE_INPUT = { minHeight: 56, display: 'flex', alignItems: 'center' } as const

const CalendarDialog = lazyChunk(async () => (await import('./CalendarDialog')).CalendarDialog, {
  Missing: missingDialog('Не удалось открыть календарь. Дату можно ввести цифрами.'),
})

interface CalendarButtonProps {
  /** The day as typed so far; the calendar opens on it if it is complete. */
  value: string
  /** Names the day to pick. */
  label: string
  /** Where to open while no day is typed. */
  start?: string
  /** Receives `YYYY-MM-DD`. */
  onPick: (day: string) => void
}

/** Opens a calendar, which is loaded on first use. */
function CalendarButton({ value, label, start, onPick }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)

  return (
    <>
      <IconButton
        aria-label="Выбрать дату в календаре"
        aria-haspopup="dialog"
        sx={{ width: 56, height: 56 }}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <CalendarIcon />
      </IconButton>
      {wasOpened && (
        <CalendarDialog
          title={label}
          value={value}
          start={start}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onPick={(day) => {
            setOpen(false)
            onPick(day)
          }}
        />
      )}
    </>
  )
}

/**
 * The precision of a date in a form. Fields that the precision excludes leave the form, and are restored when it
 * includes them again.
 */
function usePrecision(name: string, precisionName: string) {
  const { values, setValues } = useFormikContext<FormikValues>()
  const [putAside, setPutAside] = useState<Partial<DayParts>>({})
  const parts = partsOfDay(values[name] as string)

  function choose(precision: Precision): void {
    const typed = { ...putAside, ...filled(parts) }
    const part = (asked: keyof DayParts) => (KNOWN_PARTS[precision].includes(asked) ? (typed[asked] ?? '') : '')
    setPutAside(typed)
    // Both at once: in between, the date would be validated with the wrong precision.
    void setValues({
      ...values,
      [name]: dayOfParts({ day: part('day'), month: part('month'), year: part('year') }),
      [precisionName]: precision,
    })
  }

  return {
    precision: values[precisionName] as Precision,
    /** The likely precision when the day is unknown. */
    nearest: parts.month === '' ? ('year' as const) : ('month' as const),
    choose,
  }
}

function filled(parts: DayParts): Partial<DayParts> {
  return Object.fromEntries(Object.entries(parts).filter(([, digits]) => digits !== ''))
}

const CHOICES = [
  ['month', 'Месяц и год'],
  ['year', 'Только год'],
  ['about', 'Около'],
  ['unknown', 'Неизвестна'],
] as const satisfies [Precision, string][]

interface PrecisionChoiceProps {
  name: string
  /** Names the date. */
  label: string
  value: Precision
  /** The initial choice when the day turns out to be unknown. */
  nearest: Precision
  onChange: (precision: Precision) => void
}

/** A checkbox for a date that is not known to the day, which shows the other precisions. */
function PrecisionChoice({ name, label, value, nearest, onChange }: PrecisionChoiceProps) {
  const isInexact = value !== 'day'
  return (
    <>
      <FormControlLabel
        label="Точная дата неизвестна"
        sx={{ mr: 0, minHeight: TARGET_SIZE, display: 'flex', width: 'fit-content' }}
        control={<Checkbox checked={isInexact} onChange={(_event, ticked) => onChange(ticked ? nearest : 'day')} />}
      />
      {isInexact && (
        <RadioGroup
          name={name}
          aria-label={`${label}: что известно`}
          value={value}
          onChange={(_event, chosen) => onChange(chosen as Precision)}
          sx={CHOICE}
        >
          {CHOICES.map(([precision, text]) => (
            <FormControlLabel
              key={precision}
              value={precision}
              label={text}
              control={<Radio />}
              sx={{ mr: 0, minHeight: TARGET_SIZE }}
            />
          ))}
        </RadioGroup>
      )}
    </>
  )
}

/** In two columns where they fit, below the label of the checkbox that opens them. */
const CHOICE = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
  columnGap: 2,
  pl: '35px',
  maxWidth: 375,
} as const
