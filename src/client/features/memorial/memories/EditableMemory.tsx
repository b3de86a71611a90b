import Button from '@mui/material/Button'
import { useState } from 'react'
import { MEMORY_LABELS, type Memory, memoryDraftSchema } from '@contract/memory'
import { isGone } from '@client/api/errors'
import { useDeleteMemoryMutation, useUpdateMemoryMutation } from '@client/api/memory-api'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { EditForm } from '../edit/EditForm'
import { EditInPlace } from '../edit/EditInPlace'
import { saveFailure } from '../edit/save-failure'
import { DELETE_FAILED, SAVE_FAILED } from '../edit/texts'
import { MemoryCard } from './MemoryCard'

const schema = memoryDraftSchema.pick(['description', 'author'])

export interface EditableMemoryProps {
  memory: Memory
  isEditing: boolean
  onDeleted: () => void
}

/** Somebody's words, which the owner of the page may mend or take away. */
export function EditableMemory({ memory, isEditing, onDeleted }: EditableMemoryProps) {
  return (
    <>
      <EditInPlace
        isEditing={isEditing}
        label="Изменить"
        about={aboutMemory(memory)}
        form={(close) => <MemoryEditForm memory={memory} onClose={close} />}
      >
        <MemoryCard memory={memory} />
      </EditInPlace>
      {isEditing && <DeleteMemory memory={memory} onDeleted={onDeleted} />}
    </>
  )
}

function MemoryEditForm({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { id, memorials_id: memorialId, description, author } = memory
  const [updateMemory] = useUpdateMemoryMutation()
  return (
    <EditForm
      initialValues={{ description, author }}
      schema={schema}
      save={async (change) => saveFailure((await updateMemory({ id, memorialId, change })).error, SAVE_FAILED)}
      savedText="Воспоминание сохранено"
      onClose={onClose}
    >
      <TextField name="description" label={MEMORY_LABELS.description} required rows={5} autoCapitalize="sentences" />
      <TextField name="author" label={MEMORY_LABELS.author} required autoCapitalize="words" />
    </EditForm>
  )
}

function DeleteMemory({ memory, onDeleted }: Pick<EditableMemoryProps, 'memory' | 'onDeleted'>) {
  const [isAsking, setAsking] = useState(false)
  const [deleteMemory, { isLoading }] = useDeleteMemoryMutation()
  const toast = useToast()

  async function remove(): Promise<void> {
    const { error } = await deleteMemory({ id: memory.id, memorialId: memory.memorials_id })
    setAsking(false)
    if (!isGone(error)) {
      toast.error(DELETE_FAILED)
      return
    }
    toast.success('Воспоминание удалено')
    onDeleted()
  }

  return (
    <>
      <Button
        color="error"
        onClick={() => setAsking(true)}
        aria-label={`Удалить ${aboutMemory(memory)}`}
        sx={{ mt: 2 }}
      >
        Удалить
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Удалить воспоминание?"
        confirmLabel="Удалить"
        isBusy={isLoading}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        Слова за подписью «{memory.author}» пропадут насовсем.
      </ConfirmDialog>
    </>
  )
}

function aboutMemory({ author }: Memory): string {
  return `воспоминание, подпись: ${author}`
}
