import Box from '@mui/material/Box'
import { useRef, useState } from 'react'
import { type Burial, BURIAL_EMPTY, type BurialForm, burialFormSchema } from '@contract/burial'
import { useCreateBurialMutation, useUpdateBurialMutation } from '@client/api/burial-api'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { useToast } from '@client/ui/toasts'
import { BurialFields } from './BurialFields'
import { formOf, isEmptyForm } from './burial-form'
import { isSessionGone } from '../create/creation-failure'
import { savingFailure } from './burial-failure'
import { DeleteBurial } from './DeleteBurial'

export interface BurialEditorProps {
  memorialId: number
  /** What is stored; null when nothing is. */
  burial: Burial | null
}

/** Where the owner tells of the grave. Saved on its own. */
export function BurialEditor({ memorialId, burial }: BurialEditorProps) {
  const [createBurial] = useCreateBurialMutation()
  const [updateBurial] = useUpdateBurialMutation()
  const [stored, setStored] = useState(() => formOf(burial))
  const editor = useRef<HTMLDivElement>(null)
  const toast = useToast()

  async function save(form: BurialForm): Promise<FormFailure | undefined> {
    if (isEmptyForm(form) && !burial?.photo_path) return { message: BURIAL_EMPTY }
    const { data: saved, error } = burial
      ? await updateBurial({ id: burial.id, memorialId, form })
      : await createBurial({ memorialId, form })
    if (isSessionGone(error)) return undefined
    if (error) return savingFailure(error)

    setStored(formOf(saved))
    toast.success('Место захоронения сохранено')
    return undefined
  }

  function startAnew(): void {
    setStored(formOf(null))
    // The button that was pressed is gone with what it deleted.
    editor.current?.focus()
  }

  return (
    <Box ref={editor} tabIndex={-1} sx={{ maxWidth: 680, outline: 'none' }}>
      <Form initialValues={stored} schema={burialFormSchema} onSubmit={save}>
        <BurialFields stored={stored} storedPhoto={burial?.photo_path ?? null} />
      </Form>
      {burial && <DeleteBurial memorialId={memorialId} burial={burial} onDeleted={startAnew} />}
    </Box>
  )
}
