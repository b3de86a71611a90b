import type { InferType } from 'yup'
import { type Memory, MEMORY_LABELS, memoryDraftSchema } from '@contract/memory'
import { useUpdateMemoryMutation } from '@client/api/memory-api'
import { TextField } from '@client/ui/form/TextField'
import type { FormPart } from '../edit/conflict'
import { EditForm } from '../edit/EditForm'
import { fieldsOf } from '../edit/use-saving'
import { useSavingWords } from './use-saving-words'

const schema = memoryDraftSchema.pick(['description', 'author'])
type Words = InferType<typeof schema>

const PARTS: FormPart<Words>[] = [
  { label: MEMORY_LABELS.description, fields: ['description'], isLong: true },
  { label: MEMORY_LABELS.author, fields: ['author'] },
]

/** The form in which keepers edit a memory. */
export function MemoryEditForm({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { id, memorials_id: memorialId } = memory
  const [updateMemory] = useUpdateMemoryMutation()
  const saving = useSavingWords<Words>(memory, {
    valuesOf: wordsOf,
    parts: PARTS,
    send: (change, before) => updateMemory({ id, memorialId, change, expected: fieldsOf(before, change) }),
  })
  return (
    <EditForm
      {...saving}
      schema={schema}
      savedText="Воспоминание сохранено"
      onClose={onClose}
      draftOf={['edited-memory', id]}
    >
      <TextField name="description" label={MEMORY_LABELS.description} required rows={5} autoCapitalize="sentences" />
      <TextField name="author" label={MEMORY_LABELS.author} required autoCapitalize="words" />
    </EditForm>
  )
}

function wordsOf({ description, author }: Memory): Words {
  return { description, author }
}
