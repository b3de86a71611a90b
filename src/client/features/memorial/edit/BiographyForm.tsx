import { memorialDraftSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { TextField } from '@client/ui/form/TextField'
import { ChangedMeanwhile } from './ChangedMeanwhile'
import { Prose } from '../Prose'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { BIOGRAPHY_FAILED } from './texts'
import { useSavingMemorial } from './use-saving-memorial'

const schema = memorialDraftSchema.pick(['biography'])

export function BiographyForm({ memorial, onClose }: MemorialFormProps) {
  const { id, biography } = memorial
  const { save, theirs, beginning } = useSavingMemorial(memorial, BIOGRAPHY_FAILED)

  return (
    <EditForm
      initialValues={{ biography: biography ?? '' }}
      schema={schema}
      save={save}
      savedText="Биография сохранена"
      onClose={onClose}
      draftOf={['biography', id]}
      beginning={beginning}
    >
      <TextField
        name="biography"
        label={MEMORIAL_LABELS.biography}
        hint="Пустая строка делит текст на абзацы. Строки с «- » станут списком, с «> » — цитатой."
        rows={12}
        autoCapitalize="sentences"
      />
      {theirs && (
        <ChangedMeanwhile>
          {theirs.biography ? <Prose>{theirs.biography}</Prose> : 'Биография пока не написана.'}
        </ChangedMeanwhile>
      )}
    </EditForm>
  )
}
