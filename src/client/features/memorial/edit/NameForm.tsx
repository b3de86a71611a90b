import { memorialDraftSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { NameField } from '@client/ui/form/NameField'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { saveFailure } from './save-failure'
import { UPDATE_FAILED } from './texts'

const schema = memorialDraftSchema.pick(['lastname', 'name', 'surname', 'maiden_name'])

export function NameForm({ memorial, onClose }: MemorialFormProps) {
  const { id, lastname, name, surname, maiden_name } = memorial
  const [updateMemorial] = useUpdateMemorialMutation()

  return (
    <EditForm
      initialValues={{ lastname, name, surname: surname ?? '', maiden_name: maiden_name ?? '' }}
      schema={schema}
      save={async (names) => saveFailure((await updateMemorial({ id, ...names })).error, UPDATE_FAILED)}
      savedText="Имя сохранено"
      onClose={onClose}
      draftOf={['name', id]}
    >
      <NameField name="lastname" label={MEMORIAL_LABELS.lastname} required />
      <NameField name="name" label={MEMORIAL_LABELS.name} required />
      <NameField name="surname" label={MEMORIAL_LABELS.surname} hint="Необязательно" />
      <NameField name="maiden_name" label={MEMORIAL_LABELS.maiden_name} hint="Необязательно" />
    </EditForm>
  )
}
