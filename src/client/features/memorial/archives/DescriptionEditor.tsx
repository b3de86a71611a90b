import { type ArchiveDescription, archiveDescriptionSchema, type ArchiveItem } from '@contract/archive'
import { type ArchiveOf, useDescribeArchiveItemMutation } from '@client/api/archive-api'
import type { FormFailure } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { EditForm } from '../edit/EditForm'
import { saveFailure } from '../edit/save-failure'
import { UPDATE_FAILED } from '../edit/texts'

export interface DescriptionEditorProps {
  archive: ArchiveOf
  item: ArchiveItem
  /** Saved, or left as it was. */
  onEnd: () => void
}

/** Where the description of an item is written. */
export function DescriptionEditor({ archive, item, onEnd }: DescriptionEditorProps) {
  const [describe] = useDescribeArchiveItemMutation()

  async function save({ description = '' }: ArchiveDescription): Promise<FormFailure | undefined> {
    const { error } = await describe({ ...archive, id: item.id, description })
    return saveFailure(error, UPDATE_FAILED)
  }

  return (
    <EditForm
      initialValues={{ description: item.description ?? '' }}
      schema={archiveDescriptionSchema}
      save={save}
      savedText="Описание сохранено"
      onClose={onEnd}
    >
      <TextField name="description" label="Описание" rows={2} autoCapitalize="sentences" />
    </EditForm>
  )
}
