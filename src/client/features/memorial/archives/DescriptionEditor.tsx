import Box from '@mui/material/Box'
import { type ArchiveDescription, archiveDescriptionSchema, type ArchiveItem } from '@contract/archive'
import { type ArchiveOf, useDescribeArchiveItemMutation, useLazyGetArchiveQuery } from '@client/api/archive-api'
import { TextField } from '@client/ui/form/TextField'
import { ChangedMeanwhile } from '../edit/ChangedMeanwhile'
import { EditForm } from '../edit/EditForm'
import { UPDATE_FAILED } from '../edit/texts'
import { fieldsOf, useSaving } from '../edit/use-saving'
import { ARCHIVE_TEXTS } from './archive-texts'
import { WhenAndWho } from './WhenAndWho'

const DELETED = 'Пока вы писали, это удалили. Если вернуть из «Корзины» внизу страницы, описание можно будет сохранить.'

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
  const [readAgain] = useLazyGetArchiveQuery()
  const { save, theirs, beginning } = useSaving<ArchiveItem, ArchiveDescription>({
    thing: item,
    send: (written, before) => {
      const words = { ...NOTHING_WRITTEN, ...written }
      return describe({ ...archive, id: item.id, ...words, expected: fieldsOf(before, words) })
    },
    readAgain: async () => (await readAgain(archive)).data?.find(({ id }) => id === item.id),
    failedText: UPDATE_FAILED,
    deleted: { text: DELETED },
  })

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
      beginning={beginning}
    >
      <TextField name="description" label="Описание" rows={2} autoCapitalize="sentences" />
      <TextField name="date_text" label="Когда" hint="Например: лето 1956" autoCapitalize="none" />
      <TextField name="people" label={ARCHIVE_TEXTS[archive.kind].people} autoCapitalize="words" />
      {theirs && (
        <ChangedMeanwhile>
          <Box sx={{ whiteSpace: 'pre-line' }}>{theirs.description ?? 'Без описания'}</Box>
          <WhenAndWho item={theirs} />
        </ChangedMeanwhile>
      )}
    </EditForm>
  )
}
