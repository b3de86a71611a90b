import { knownText } from '@contract/days'
import { lifeDatesSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { DateField } from '@client/ui/form/DateField'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { saveFailure } from './save-failure'
import { DATES_FAILED } from './texts'

export function DatesForm({ memorial, onClose }: MemorialFormProps) {
  const { id, birth_date, birth_precision, death_date, death_precision } = memorial
  const [updateMemorial] = useUpdateMemorialMutation()

  return (
    <EditForm
      initialValues={{
        birth_date: knownText(birth_date, birth_precision),
        birth_precision,
        death_date: knownText(death_date, death_precision),
        death_precision,
      }}
      schema={lifeDatesSchema}
      save={async (dates) => saveFailure((await updateMemorial({ id, ...dates })).error, DATES_FAILED)}
      savedText="Даты сохранены"
      onClose={onClose}
      draftOf={['dates', id]}
    >
      <DateField name="birth_date" precisionName="birth_precision" label={MEMORIAL_LABELS.birth_date} />
      <DateField name="death_date" precisionName="death_precision" label={MEMORIAL_LABELS.death_date} />
    </EditForm>
  )
}
