import { memorialDraftSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { TextField } from '@client/ui/form/TextField'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { saveFailure } from './save-failure'
import { BIOGRAPHY_FAILED } from './texts'

const schema = memorialDraftSchema.pick(['biography'])

export function BiographyForm({ memorial: { id, biography }, onClose }: MemorialFormProps) {
  const [updateMemorial] = useUpdateMemorialMutation()

  return (
    <EditForm
      initialValues={{ biography: biography ?? '' }}
      schema={schema}
      save={async (text) => saveFailure((await updateMemorial({ id, ...text })).error, BIOGRAPHY_FAILED)}
      savedText="Биография сохранена"
      onClose={onClose}
      draftOf={['biography', id]}
    >
      <TextField
        name="biography"
        label={MEMORIAL_LABELS.biography}
        hint="Пустая строка делит текст на абзацы. Строки с «- » станут списком, с «> » — цитатой."
        rows={12}
        autoCapitalize="sentences"
      />
    </EditForm>
  )
}
