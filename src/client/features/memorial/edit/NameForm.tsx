import { memorialDraftSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { fullName } from '@contract/names'
import { NameField } from '@client/ui/form/NameField'
import { ChangedMeanwhile } from './ChangedMeanwhile'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { UPDATE_FAILED } from './texts'
import { useSavingMemorial } from './use-saving-memorial'

const schema = memorialDraftSchema.pick(['lastname', 'name', 'surname', 'maiden_name'])

export function NameForm({ memorial, onClose }: MemorialFormProps) {
  const { id, lastname, name, surname, maiden_name } = memorial
  const { save, theirs, beginning } = useSavingMemorial(memorial, UPDATE_FAILED)

  return (
    <EditForm
      initialValues={{ lastname, name, surname: surname ?? '', maiden_name: maiden_name ?? '' }}
      schema={schema}
      save={save}
      savedText="Имя сохранено"
      onClose={onClose}
      draftOf={['name', id]}
      beginning={beginning}
    >
      <NameField name="lastname" label={MEMORIAL_LABELS.lastname} required />
      <NameField name="name" label={MEMORIAL_LABELS.name} required />
      <NameField name="surname" label={MEMORIAL_LABELS.surname} hint="Необязательно" />
      <NameField name="maiden_name" label={MEMORIAL_LABELS.maiden_name} hint="Необязательно" />
      {theirs && (
        <ChangedMeanwhile>
          {fullName(theirs)}
          {theirs.maiden_name && `, урождённая ${theirs.maiden_name}`}
        </ChangedMeanwhile>
      )}
    </EditForm>
  )
}
