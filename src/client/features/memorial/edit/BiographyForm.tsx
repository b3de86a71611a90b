import { memorialDraftSchema, MEMORIAL_LABELS } from '@contract/memorial'
import { useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { dropDraft, keyOfDraft } from '@client/lib/draft'
import { KeepDraft } from '@client/ui/form/KeepDraft'
import { TextField } from '@client/ui/form/TextField'
import { EditForm } from './EditForm'
import type { MemorialFormProps } from './memorial-form-props'
import { saveFailure } from './save-failure'
import { BIOGRAPHY_FAILED } from './texts'

const schema = memorialDraftSchema.pick(['biography'])
const KEPT = ['biography']

/** The longest text there is: kept in the tab as well, should the session end while it is written. */
export function BiographyForm({ memorial: { id, user_id: ownerId, biography }, onClose }: MemorialFormProps) {
  const [updateMemorial] = useUpdateMemorialMutation()
  const draftKey = keyOfDraft('biography', id, ownerId)

  const forget = () => dropDraft(draftKey)

  function close(): void {
    forget()
    onClose()
  }

  return (
    <EditForm
      initialValues={{ biography: biography ?? '' }}
      schema={schema}
      save={async (text) => saveFailure((await updateMemorial({ id, ...text })).error, BIOGRAPHY_FAILED)}
      savedText="Биография сохранена"
      onClose={close}
      onDiscard={forget}
    >
      <KeepDraft draftKey={draftKey} fields={KEPT} />
      <TextField
        name="biography"
        label={MEMORIAL_LABELS.biography}
        hint="Пустая строка делит текст на абзацы."
        rows={12}
        autoCapitalize="sentences"
      />
    </EditForm>
  )
}
