import type { InferType } from 'yup'
import { type Memorial, memorialDraftSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { NameField } from '@client/ui/form/TextField'
import type { FormPart } from './conflict'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { UPDATE_FAILED } from './texts'
import { useSavingMemorial } from './use-saving-memorial'

const NAMES = ['lastname', 'name', 'surname', 'maiden_name'] as const
const schema = memorialDraftSchema.pick(NAMES)
type Names = InferType<typeof schema>

const PARTS: FormPart<Names>[] = NAMES.map((field) => ({ label: MEMORIAL_LABELS[field], fields: [field] }))

export function NameForm({ memorial, onClose }: MemorialFormProps) {
  const saving = useSavingMemorial(memorial, { valuesOf: namesOf, parts: PARTS, failedText: UPDATE_FAILED })

  return (
    <EditForm {...saving} schema={schema} savedText="Имя сохранено" onClose={onClose} draftOf={['name', memorial.id]}>
      <NameField name="lastname" label={MEMORIAL_LABELS.lastname} required />
      <NameField name="name" label={MEMORIAL_LABELS.name} required />
      <NameField name="surname" label={MEMORIAL_LABELS.surname} hint="Необязательно" />
      <NameField name="maiden_name" label={MEMORIAL_LABELS.maiden_name} hint="Необязательно" />
    </EditForm>
  )
}

function namesOf({ lastname, name, surname, maiden_name }: Memorial): Names {
  return { lastname, name, surname: surname ?? '', maiden_name: maiden_name ?? '' }
}
