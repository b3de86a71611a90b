import Box from '@mui/material/Box'
import type { InferType } from 'yup'
import { type Memory, MEMORY_LABELS, memoryDraftSchema } from '@contract/memory'
import { useDeleteMemoryMutation, useUpdateMemoryMutation } from '@client/api/memory-api'
import { useBlockAuthor } from '@client/store/use-block-author'
import { BlockAuthorButton } from '@client/ui/BlockAuthorButton'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { TextField } from '@client/ui/form/TextField'
import { WORDS_IN_LINE } from '@client/ui/words-in-line'
import type { FormPart } from '../edit/conflict'
import { EditForm } from '../edit/EditForm'
import { EditInPlace } from '../edit/EditInPlace'
import { deletionOutcome } from '../edit/save-failure'
import { fieldsOf } from '../edit/use-saving'
import { MemoryLetter } from './MemoryLetter'
import { ReplyForm } from './ReplyToMemory'
import { useSavingWords } from './use-saving-words'

const schema = memoryDraftSchema.pick(['description', 'author'])
type Words = InferType<typeof schema>

const PARTS: FormPart<Words>[] = [
  { label: MEMORY_LABELS.description, fields: ['description'], isLong: true },
  { label: MEMORY_LABELS.author, fields: ['author'] },
]

export interface EditableMemoryProps {
  memory: Memory
  isEditing: boolean
}

/** Somebody's words, which those who keep the page may change, answer or delete. */
export function EditableMemory({ memory, isEditing }: EditableMemoryProps) {
  const blockAuthor = useBlockAuthor()
  return (
    <Box sx={isEditing ? TOOLS : undefined}>
      <EditInPlace
        isEditing={isEditing}
        label="Изменить"
        about={aboutMemory(memory)}
        form={(close) => <MemoryEditForm memory={memory} onClose={close} />}
      >
        <MemoryLetter memory={memory} photo={memory} />
      </EditInPlace>
      {isEditing && (
        <>
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
        </>
      )}
    </Box>
  )
}

/** They begin where the words above them begin. */
const TOOLS = { textAlign: 'start', '& > button': { ml: 0, mr: 1 } } as const

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
