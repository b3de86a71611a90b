import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { object, type ObjectSchema, string } from 'yup'
import {
  CORRECTED_TEXT_MAX_LENGTH,
  type CorrectedTexts,
  IMPORT_CORRECTED,
  IMPORT_HEADINGS,
  type ImportCorrection,
  type ImportProblem,
} from '@contract/import'
import { fullName, NAMELESS } from '@contract/names'
import { typeset } from '@contract/typeset'
import { useReturnedFocus } from '@client/ui/focus'
import { NameField, TextField } from '@client/ui/form/TextField'
import { SettingForm } from '../Setting'
import { type ImportKind, partOf, ROWS } from './import-texts'
import type { Import } from './use-import'

const NAMES = ['lastname', 'name', 'surname', 'maiden_name'] as const satisfies (keyof CorrectedTexts)[]
const DATES = ['birth_date', 'death_date'] as const satisfies (keyof CorrectedTexts)[]
const DATE_HINT = 'Например: 09.05.1945, 05.1945, 1945 или «около 1945». Если неизвестно, оставьте пустым.'
const LABELS = Object.fromEntries(Object.entries(IMPORT_HEADINGS).map(([heading, field]) => [field, heading]))

type Texts = Record<(typeof IMPORT_CORRECTED)[number], string>

const correctionSchema = object(
  Object.fromEntries(IMPORT_CORRECTED.map((field) => [field, string().max(CORRECTED_TEXT_MAX_LENGTH).default('')])),
) as unknown as ObjectSchema<Texts>

interface CorrectableRowProps {
  kind: ImportKind
  /** Of this row. */
  problems: ImportProblem[]
  correctable: ImportCorrection
  work: Import
}

/** A row with problems, and a form that corrects it without the file. */
export function CorrectableRow({ kind, problems, correctable, work }: CorrectableRowProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useReturnedFocus(isOpen)
  const { row } = correctable
  const corrected = work.hasUnchecked ? work.corrections.find((each) => each.row === row) : undefined
  const texts = { ...correctable.texts, ...corrected?.texts }
  const name = nameOf(texts)
  const action = corrected ? 'Изменить' : 'Исправить'
  const faulty = problems.map(({ field }) => field)
  const others = IMPORT_CORRECTED.filter(
    (field) =>
      faulty.includes(field) &&
      !(NAMES as readonly string[]).includes(field) &&
      !(DATES as readonly string[]).includes(field),
  )

  return (
    <Box
      component="li"
      sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider', display: 'grid', gap: 1, justifyItems: 'start' }}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{`${ROWS[kind].one} ${row}: ${name}`}</Typography>
      {corrected ? (
        <Typography color="textSecondary">Исправлено. Проверим вместе с остальными.</Typography>
      ) : (
        problems.map(({ field, msg }) => (
          <Typography key={field + msg} sx={{ overflowWrap: 'anywhere' }}>
            {typeset(partOf(field) ? `${partOf(field)}: ${msg}` : msg)}
          </Typography>
        ))
      )}
      {isOpen ? (
        <Box sx={{ justifySelf: 'stretch', mt: 1 }}>
          <SettingForm<Texts>
            initialValues={textsOf(texts)}
            schema={correctionSchema}
            submitLabel="Готово"
            onSubmit={(values) => {
              work.correct({ row, texts: changed(values, correctable.texts) })
              setOpen(false)
              return Promise.resolve(undefined)
            }}
            onCancel={() => setOpen(false)}
          >
            <Box
              sx={{
                display: 'grid',
                gap: 2,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
              }}
            >
              {NAMES.map((field) => (
                <NameField key={field} name={field} label={LABELS[field] ?? field} />
              ))}
              {DATES.map((field) => (
                <TextField key={field} name={field} label={LABELS[field] ?? field} hint={DATE_HINT} />
              ))}
              {others.map((field) => (
                <TextField key={field} name={field} label={LABELS[field] ?? field} />
              ))}
            </Box>
          </SettingForm>
        </Box>
      ) : (
        <Button ref={button} variant="outlined" aria-label={`${action}: ${name}`} onClick={() => setOpen(true)}>
          {action}
        </Button>
      )}
    </Box>
  )
}

function nameOf({ lastname = '', name = '', surname = '' }: CorrectedTexts): string {
  const full = fullName({ lastname, name, surname })
  return full === NAMELESS ? 'имя не указано' : full
}

function textsOf(texts: CorrectedTexts): Texts {
  return Object.fromEntries(IMPORT_CORRECTED.map((field) => [field, texts[field] ?? ''])) as Texts
}

/** What the form changed, and nothing that the file has so too. */
function changed(values: Texts, before: CorrectedTexts): CorrectedTexts {
  return Object.fromEntries(
    IMPORT_CORRECTED.filter((field) => values[field] !== (before[field] ?? '')).map((field) => [field, values[field]]),
  )
}
