import Box from '@mui/material/Box'
import type { Memory } from '@contract/memory'
import { useDeleteMemoryMutation } from '@client/api/memory-api'
import { useBlockAuthor } from '@client/store/use-block-author'
import { BlockAuthorButton } from '@client/ui/BlockAuthorButton'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { WORDS_IN_LINE } from '@client/ui/words-in-line'
import { EditInPlace } from '../edit/EditInPlace'
import { deletionOutcome } from '../edit/save-failure'
import { MemoryEditForm } from './MemoryEditForm'
import { MemoryLetter } from './MemoryLetter'
import { ReplyForm } from './ReplyToMemory'

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
