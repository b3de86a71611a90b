import { knownText } from '@contract/days'
import { lifeDatesSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { lifeInWords } from '@contract/shown-days'
import { DateField } from '@client/ui/form/DateField'
import { ChangedMeanwhile } from './ChangedMeanwhile'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { DATES_FAILED } from './texts'
import { useSavingMemorial } from './use-saving-memorial'

export function DatesForm({ memorial, onClose }: MemorialFormProps) {
  const { id, birth_date, birth_precision, death_date, death_precision } = memorial
  const { save, theirs, beginning } = useSavingMemorial(memorial, DATES_FAILED)

  return (
    <EditForm
      initialValues={{
        birth_date: knownText(birth_date, birth_precision),
        birth_precision,
        death_date: knownText(death_date, death_precision),
        death_precision,
      }}
      schema={lifeDatesSchema}
      save={save}
      savedText="Даты сохранены"
      onClose={onClose}
      draftOf={['dates', id]}
      beginning={beginning}
    >
      <DateField name="birth_date" precisionName="birth_precision" label={MEMORIAL_LABELS.birth_date} />
      <DateField name="death_date" precisionName="death_precision" label={MEMORIAL_LABELS.death_date} />
      {theirs && <ChangedMeanwhile>{lifeInWords(theirs)}</ChangedMeanwhile>}
    </EditForm>
  )
}
