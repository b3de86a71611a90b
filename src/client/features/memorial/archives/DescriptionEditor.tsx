import { type ArchiveDescription, archiveDescriptionSchema, type ArchiveItem } from '@contract/archive'
import { type ArchiveOf, useDescribeArchiveItemMutation } from '@client/api/archive-api'
import type { FormFailure } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { EditForm } from '../edit/EditForm'
import { saveFailure } from '../edit/save-failure'
import { UPDATE_FAILED } from '../edit/texts'
import { ARCHIVE_TEXTS } from './archive-texts'

/** What is left empty is cleared. */
const NOTHING_WRITTEN = { description: '', date_text: '', people: '' }

export interface DescriptionEditorProps {
  archive: ArchiveOf
  item: ArchiveItem
  /** Saved, or left as it was. */
  onEnd: () => void
}

/** Where the description of an item is written, when it was made and who is in it. */
export function DescriptionEditor({ archive, item, onEnd }: DescriptionEditorProps) {
  const [describe] = useDescribeArchiveItemMutation()

  async function save(written: ArchiveDescription): Promise<FormFailure | undefined> {
    const { error } = await describe({ ...archive, id: item.id, ...NOTHING_WRITTEN, ...written })
    return saveFailure(error, UPDATE_FAILED)
  }

  return (
    <EditForm
      initialValues={{
        description: item.description ?? '',
        date_text: item.date_text ?? '',
        people: item.people ?? '',
      }}
      schema={archiveDescriptionSchema}
      save={save}
      savedText="Описание сохранено"
      onClose={onEnd}
      draftOf={['description', item.id]}
    >
      <TextField name="description" label="Описание" rows={2} autoCapitalize="sentences" />
      <TextField name="date_text" label="Когда" hint="Например: лето 1956" autoCapitalize="none" />
      <TextField name="people" label={ARCHIVE_TEXTS[archive.kind].people} autoCapitalize="words" />
    </EditForm>
  )
}
