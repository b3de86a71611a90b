import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { type FormikValues, useFormikContext } from 'formik'
import { useEffect, useEffectEvent, useId } from 'react'
import { typeset } from '@contract/typeset'
import { RadioChoice } from '@client/ui/form/RadioChoice'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { type Choice, choiceName, type Disputed, type OpenConflict } from './conflict'
import type { MarkedDifferenceProps } from './MarkedDifference'

const MarkedDifference = lazyChunk<MarkedDifferenceProps>(
  async () => (await import('./MarkedDifference')).MarkedDifference,
  { Missing: ({ remote }) => remote },
)

const CHOICES: Record<Choice, string> = { mine: 'Оставить мой', remote: 'Взять другой' }

export interface ChangedByOtherProps<Values extends FormikValues> {
  conflict: OpenConflict<Values>
}

/** What another keeper has saved on the page, and the choice between that and the own changes. */
export function ChangedByOther<Values extends FormikValues>({ conflict }: ChangedByOtherProps<Values>) {
  const { values, setValues } = useFormikContext<Values>()
  const disputed = conflict.disputed(values)

  // Fields that were not changed here take the remote value without a question.
  const takeUntouched = useEffectEvent(() => void setValues(conflict.withUntouched(values)))
  useEffect(() => takeUntouched(), [conflict.remote])

  if (disputed.length === 0) return null
  return (
    <Alert severity="info" variant="outlined" icon={false} sx={FULL_WIDTH}>
      {disputed.map(({ part, choice }) => (
        <DisputedPart
          key={part.label}
          part={part}
          choice={choice}
          mine={String(values[part.fields[0] ?? ''] ?? '')}
          remote={conflict.remoteInWords(part)}
          onChange={(chosen) => void setValues(conflict.choose(part, chosen, values))}
        />
      ))}
      {typeset('Если нужно и то и другое, перенесите недостающее в свой текст и выберите «Оставить мой».')}
    </Alert>
  )
}

interface DisputedPartProps<Values extends FormikValues> extends Disputed<Values> {
  mine: string
  remote: string
  onChange: (choice: Choice) => void
}

function DisputedPart<Values extends FormikValues>({
  part,
  choice,
  mine,
  remote,
  onChange,
}: DisputedPartProps<Values>) {
  const id = useId()
  const name = choiceName(part)
  const error = useFormikContext<FormikValues>().errors[name]

  return (
    <Box sx={{ mb: 2 }}>
      {part.label}. Сейчас на странице:
      <Box sx={REMOTE} tabIndex={0} role="group" aria-label={`Сейчас на странице: ${part.label}`}>
        {part.isLong && remote ? <MarkedDifference mine={mine} remote={remote} /> : remote || 'Ничего не написано.'}
      </Box>
      <RadioChoice
        id={id}
        name={name}
        label={`${part.label}: какой вариант сохранить?`}
        choices={CHOICES}
        value={choice ?? ''}
        error={error as string | undefined}
        onChange={onChange}
      />
    </Box>
  )
}

/** Not clipped: the focus ring of a radio button is wider than the button. */
const FULL_WIDTH = {
  textAlign: 'start',
  '& .MuiAlert-message': { flexGrow: 1, minWidth: 0, overflow: 'visible' },
} as const

/** Lines above and below hint that a long text scrolls. */
const REMOTE = {
  mt: 1,
  mb: 2,
  py: 1,
  borderTop: 1,
  borderBottom: 1,
  borderColor: 'divider',
  maxHeight: '40vh',
  overflowY: 'auto',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const
