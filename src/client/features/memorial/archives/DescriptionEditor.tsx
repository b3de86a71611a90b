import {
  type ArchiveDescription,
  archiveDescriptionSchema,
  type ArchiveItem,
  type ArchiveKind,
} from '@contract/archive'
import { type ArchiveOf, useLazyGetArchiveQuery } from '@client/api/archive-api'
import { useDescribeArchiveItemMutation } from '@client/api/archive-change-api'
import { TextField } from '@client/ui/form/TextField'
import type { FormPart } from '../edit/conflict'
import { EditForm } from '../edit/EditForm'
import { UPDATE_FAILED } from '../edit/texts'
import { fieldsOf, useSaving } from '../edit/use-saving'
import { ARCHIVE_TEXTS } from './archive-texts'

const DELETED = 'Пока вы писали, это удалили. Если вернуть из «Корзины» внизу страницы, описание можно будет сохранить.'

const DESCRIPTION = 'Описание'
const WHEN = 'Когда'

/** A field that is left empty is cleared. */
const NOTHING_WRITTEN = { description: '', date_text: '', people: '' }

export interface DescriptionEditorProps {
  archive: ArchiveOf
  item: ArchiveItem
  /** Called after saving or cancelling. */
  onEnd: () => void
}

/** Edits the description of an item, its date and who is in it. */
export function DescriptionEditor({ archive, item, onEnd }: DescriptionEditorProps) {
  const [describe] = useDescribeArchiveItemMutation()
  const [readAgain] = useLazyGetArchiveQuery()
  const saving = useSaving<ArchiveItem, ArchiveDescription>({
    thing: item,
    valuesOf: wordsOf,
    parts: partsOf(archive.kind),
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
      {...saving}
      schema={archiveDescriptionSchema}
      savedText="Описание сохранено"
      onClose={onEnd}
      draftOf={['description', item.id]}
    >
      <TextField name="description" label={DESCRIPTION} rows={2} autoCapitalize="sentences" />
      <TextField name="date_text" label={WHEN} hint="Например: лето 1956" autoCapitalize="none" />
      <TextField name="people" label={ARCHIVE_TEXTS[archive.kind].people} autoCapitalize="words" />
    </EditForm>
  )
}

function wordsOf({ description, date_text, people }: ArchiveItem): ArchiveDescription {
  return { description: description ?? '', date_text: date_text ?? '', people: people ?? '' }
}

function partsOf(kind: ArchiveKind): FormPart<ArchiveDescription>[] {
  return [
    { label: DESCRIPTION, fields: ['description'], isLong: true },
    { label: WHEN, fields: ['date_text'] },
    { label: ARCHIVE_TEXTS[kind].people, fields: ['people'] },
  ]
}
