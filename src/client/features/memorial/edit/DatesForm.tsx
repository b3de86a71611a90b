import { lifeDatesSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { DateField } from '@client/ui/form/DateField'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { saveFailure } from './save-failure'
import { DATES_FAILED } from './texts'

export function DatesForm({ memorial, onClose }: MemorialFormProps) {
  const { id, birth_date, death_date } = memorial
  const [updateMemorial] = useUpdateMemorialMutation()

  return (
    <EditForm
      initialValues={{ birth_date: birth_date ?? '', death_date: death_date ?? '' }}
      schema={lifeDatesSchema}
      save={async (dates) => saveFailure((await updateMemorial({ id, ...dates })).error, DATES_FAILED)}
      savedText="Даты сохранены"
      onClose={onClose}
    >
      <DateField name="birth_date" label={MEMORIAL_LABELS.birth_date} />
      <DateField name="death_date" label={MEMORIAL_LABELS.death_date} />
    </EditForm>
  )
}
