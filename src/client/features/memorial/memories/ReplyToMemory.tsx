import { type InferType, object } from 'yup'
import { longText } from '@contract/fields'
import { MEMORY_MAX_LENGTH } from '@contract/limits'
import { type Memory, MEMORY_LABELS } from '@contract/memory'
import { useReplyToMemoryMutation } from '@client/api/answer-api'
import { TextField } from '@client/ui/form/TextField'
import type { FormPart } from '../edit/conflict'
import { EditForm } from '../edit/EditForm'
import { useSavingWords } from './use-saving-words'

/** The form has no value for an emptied field, hence the default. */
const schema = object({ text: longText(MEMORY_LABELS.reply, MEMORY_MAX_LENGTH).default('') })
type Answer = InferType<typeof schema>

const PARTS: FormPart<Answer>[] = [{ label: MEMORY_LABELS.reply, fields: ['text'], isLong: true }]

/** The form for the reply to a memory. An empty reply deletes it. */
export function ReplyForm({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { id, memorials_id: memorialId, author } = memory
  const [replyToMemory] = useReplyToMemoryMutation()
  const { initialValues, save, conflict } = useSavingWords<Answer>(memory, {
    valuesOf: answerOf,
    parts: PARTS,
    send: ({ text }, before) => replyToMemory({ id, memorialId, text, expected: { reply: before.reply } }),
  })
  return (
    <EditForm
      initialValues={initialValues}
      schema={schema}
      save={save}
      conflict={conflict}
      savedText="Ответ сохранён"
      onClose={onClose}
      draftOf={['reply', id]}
    >
      <TextField
        name="text"
        label={`${MEMORY_LABELS.reply} на слова за подписью «${author}»`}
        hint="Его увидят все, кто читает страницу. О первом ответе мы напишем автору, если знаем его адрес. Чтобы убрать ответ, сотрите текст."
        rows={4}
        autoCapitalize="sentences"
      />
    </EditForm>
  )
}

function answerOf({ reply }: Memory): Answer {
  return { text: reply ?? '' }
}
