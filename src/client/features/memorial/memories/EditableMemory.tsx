import Box from '@mui/material/Box'
import { type InferType, object } from 'yup'
import { longText } from '@contract/fields'
import { MEMORY_MAX_LENGTH } from '@contract/limits'
import { type Memory, MEMORY_LABELS, memoryDraftSchema } from '@contract/memory'
import { useReplyToMemoryMutation } from '@client/api/answer-api'
import { useDeleteMemoryMutation, useUpdateMemoryMutation } from '@client/api/memory-api'
import { useBlockAuthor } from '@client/store/use-block-author'
import { BlockAuthorButton } from '@client/ui/BlockAuthorButton'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { TextField } from '@client/ui/form/TextField'
import { WORDS_IN_LINE } from '@client/ui/styles'
import { EditForm } from '../edit/EditForm'
import { EditInPlace } from '../edit/EditInPlace'
import type { FormPart } from '../edit/conflict'
import { deletionOutcome } from '../edit/save-failure'
import { fieldsOf } from '../edit/use-saving'
import { MemoryLetter } from './MemoryLetter'
import { useSavingWords } from './use-saving-words'

/** A memory that keepers may edit, reply to or delete. */
export function EditableMemory({ memory }: { memory: Memory }) {
  const blockAuthor = useBlockAuthor()
  return (
    <Box sx={TOOLS}>
      <EditInPlace
        isEditing
        label="Изменить"
        about={aboutMemory(memory)}
        form={(close) => <MemoryEditForm memory={memory} onClose={close} />}
      >
        <MemoryLetter memory={memory} photo={memory} />
      </EditInPlace>
      <EditInPlace
        isEditing
        label={memory.reply ? 'Изменить ответ' : 'Ответить'}
        about={aboutMemory(memory)}
        form={(close) => <ReplyForm memory={memory} onClose={close} />}
      />
      <Box sx={{ ...WORDS_IN_LINE, mt: 1 }}>
        <BlockAuthorButton
          author={memory.author}
          block={() => blockAuthor({ id: memory.id, memorialId: memory.memorials_id })}
        />
        <DeleteMemory memory={memory} />
      </Box>
    </Box>
  )
}

/** Aligned with the text above. */
const TOOLS = { textAlign: 'start', '& > button': { ml: 0, mr: 1 } } as const

function DeleteMemory({ memory }: { memory: Memory }) {
  const [deleteMemory] = useDeleteMemoryMutation()
  const loss = `Слова за подписью «${memory.author}» исчезнут со страницы. Ещё 30 дней их можно вернуть из «Корзины» внизу неё.`

  return (
    <ConfirmButton
      variant="text"
      label="Удалить"
      fullLabel={`Удалить ${aboutMemory(memory)}`}
      questions={[{ title: 'Удалить воспоминание?', text: loss }]}
      action={async () => {
        const { error } = await deleteMemory({ id: memory.id, memorialId: memory.memorials_id })
        return deletionOutcome(error, 'Воспоминание удалено')
      }}
    />
  )
}

function aboutMemory({ author }: Memory): string {
  return `воспоминание, подпись: ${author}`
}

const schema = memoryDraftSchema.pick(['description', 'author'])
type Words = InferType<typeof schema>

const PARTS: FormPart<Words>[] = [
  { label: MEMORY_LABELS.description, fields: ['description'], isLong: true },
  { label: MEMORY_LABELS.author, fields: ['author'] },
]

/** The form in which keepers edit a memory. */
function MemoryEditForm({ memory, onClose }: { memory: Memory; onClose: () => void }) {
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

/** The form has no value for an emptied field, hence the default. */
const replySchema = object({ text: longText(MEMORY_LABELS.reply, MEMORY_MAX_LENGTH).default('') })
type Answer = InferType<typeof replySchema>

const REPLY_PARTS: FormPart<Answer>[] = [{ label: MEMORY_LABELS.reply, fields: ['text'], isLong: true }]

/** The form for the reply to a memory. An empty reply deletes it. */
function ReplyForm({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { id, memorials_id: memorialId, author } = memory
  const [replyToMemory] = useReplyToMemoryMutation()
  const { initialValues, save, conflict } = useSavingWords<Answer>(memory, {
    valuesOf: answerOf,
    parts: REPLY_PARTS,
    send: ({ text }, before) => replyToMemory({ id, memorialId, text, expected: { reply: before.reply } }),
  })
  return (
    <EditForm
      initialValues={initialValues}
      schema={replySchema}
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
