import type { InferType } from 'yup'
import { type Memorial, memorialDraftSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { TextField } from '@client/ui/form/TextField'
import type { FormPart } from './conflict'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { BIOGRAPHY_FAILED } from './texts'
import { useSavingMemorial } from './use-saving-memorial'

const schema = memorialDraftSchema.pick(['biography'])
type Story = InferType<typeof schema>

const PARTS: FormPart<Story>[] = [{ label: MEMORIAL_LABELS.biography, fields: ['biography'], isLong: true }]

export function BiographyForm({ memorial, onClose }: MemorialFormProps) {
  const saving = useSavingMemorial(memorial, { valuesOf: storyOf, parts: PARTS, failedText: BIOGRAPHY_FAILED })

  return (
    <EditForm
      {...saving}
      schema={schema}
      savedText="Биография сохранена"
      onClose={onClose}
      draftOf={['biography', memorial.id]}
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

function storyOf({ biography }: Memorial): Story {
  return { biography: biography ?? '' }
}
