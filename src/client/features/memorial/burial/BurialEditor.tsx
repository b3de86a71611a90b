import { type Burial, BURIAL_EMPTY, type BurialForm, burialFormSchema } from '@contract/burial'
import { useCreateBurialMutation, useUpdateBurialMutation } from '@client/api/burial-api'
import type { FormFailure } from '@client/ui/form/Form'
import { EditForm } from '../edit/EditForm'
import { BurialFields } from './BurialFields'
import { savingFailure } from './burial-failure'
import { formOf, isEmptyForm } from './burial-form'

export interface BurialEditorProps {
  memorialId: number
  /** What is stored; null when nothing is. */
  burial: Burial | null
  onClose: () => void
}

/** Where the owner tells of the grave. */
export function BurialEditor({ memorialId, burial, onClose }: BurialEditorProps) {
  const [createBurial] = useCreateBurialMutation()
  const [updateBurial] = useUpdateBurialMutation()

  async function save(form: BurialForm): Promise<FormFailure | undefined> {
    if (isEmptyForm(form) && !burial?.photo_path) return { message: BURIAL_EMPTY }
    const { error } = burial
      ? await updateBurial({ id: burial.id, memorialId, form })
      : await createBurial({ memorialId, form })
    return savingFailure(error)
  }

  return (
    <EditForm
      initialValues={formOf(burial)}
      schema={burialFormSchema}
      save={save}
      savedText="Место захоронения сохранено"
      onClose={onClose}
    >
      <BurialFields storedPhoto={burial?.photo_path ?? null} />
    </EditForm>
  )
}
