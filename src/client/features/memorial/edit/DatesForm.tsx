import type { InferType } from 'yup'
import { knownText } from '@contract/days'
import { lifeDatesSchema, type Memorial, MEMORIAL_LABELS } from '@contract/memorial'
import { DATE_UNKNOWN, dateInWords } from '@contract/shown-days'
import { DateField } from '@client/ui/form/DateField'
import type { FormPart } from './conflict'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { DATES_FAILED } from './texts'
import { useSavingMemorial } from './use-saving-memorial'

type Dates = InferType<typeof lifeDatesSchema>

const PARTS: FormPart<Dates>[] = [
  {
    label: MEMORIAL_LABELS.birth_date,
    fields: ['birth_date', 'birth_precision'],
    inWords: ({ birth_date, birth_precision }) => dateInWords(birth_date, birth_precision) || DATE_UNKNOWN,
  },
  {
    label: MEMORIAL_LABELS.death_date,
    fields: ['death_date', 'death_precision'],
    inWords: ({ death_date, death_precision }) => dateInWords(death_date, death_precision) || DATE_UNKNOWN,
  },
]

export function DatesForm({ memorial, onClose }: MemorialFormProps) {
  const saving = useSavingMemorial(memorial, { valuesOf: datesOf, parts: PARTS, failedText: DATES_FAILED })

  return (
    <EditForm
      {...saving}
      schema={lifeDatesSchema}
      savedText="Даты сохранены"
      onClose={onClose}
      draftOf={['dates', memorial.id]}
    >
      <DateField name="birth_date" precisionName="birth_precision" label={MEMORIAL_LABELS.birth_date} />
      <DateField name="death_date" precisionName="death_precision" label={MEMORIAL_LABELS.death_date} />
    </EditForm>
  )
}

function datesOf({ birth_date, birth_precision, death_date, death_precision }: Memorial): Dates {
  return {
    birth_date: knownText(birth_date, birth_precision),
    birth_precision,
    death_date: knownText(death_date, death_precision),
    death_precision,
  }
}
