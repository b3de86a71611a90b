import Typography from '@mui/material/Typography'
import {
  type Burial,
  BURIAL_EMPTY,
  type BURIAL_TEXTS,
  type BurialForm,
  burialFormSchema,
  burialInWords,
  type ExpectedOfBurial,
} from '@contract/burial'
import { typeset } from '@contract/typeset'
import { useCreateBurialMutation, useLazyGetBurialQuery, useUpdateBurialMutation } from '@client/api/burial-api'
import type { FormFailure } from '@client/ui/form/Form'
import { ChangedMeanwhile } from '../edit/ChangedMeanwhile'
import { EditForm } from '../edit/EditForm'
import { photoSaveFailure } from '../edit/save-failure'
import { SAVE_FAILED } from '../edit/texts'
import { useSaving } from '../edit/use-saving'
import { BurialFields } from './BurialFields'

const DELETED = 'Пока вы писали, место захоронения удалили. Если сохранить ещё раз, останется то, что здесь.'

/** A burial place; without an id where none is stored. */
type BurialOrNone = Pick<Burial, (typeof BURIAL_TEXTS)[number]> & { id?: number }
const NO_BURIAL: BurialOrNone = { burial_address: null, cemetery: null, plot: null, burial_coordinates: null }

export interface BurialEditorProps {
  memorialId: number
  /** What is stored; null when nothing is. */
  burial: Burial | null
  onClose: () => void
}

/** The form in which the owner describes the burial place. */
export function BurialEditor({ memorialId, burial, onClose }: BurialEditorProps) {
  const [createBurial] = useCreateBurialMutation()
  const [updateBurial] = useUpdateBurialMutation()
  const [readAgain] = useLazyGetBurialQuery()
  const { save, theirs, beginning } = useSaving<BurialOrNone, BurialForm>({
    thing: burial ?? NO_BURIAL,
    send: (form, before) =>
      before.id === undefined
        ? createBurial({ memorialId, form })
        : updateBurial({ id: before.id, memorialId, form, expected: textsOf(before) }),
    readAgain: async () => {
      const { data } = await readAgain(memorialId)
      return data === null ? NO_BURIAL : data
    },
    failedText: SAVE_FAILED,
    deleted: { text: DELETED, leaves: NO_BURIAL },
    failureOf: (error) => photoSaveFailure(error, SAVE_FAILED, 'burial_photo_file'),
  })

  async function saveUnlessEmpty(form: BurialForm): Promise<FormFailure | undefined> {
    if (isEmptyForm(form) && !burial?.photo_path) return { message: BURIAL_EMPTY }
    return save(form)
  }

  return (
    <EditForm
      initialValues={formOf(burial)}
      schema={burialFormSchema}
      save={saveUnlessEmpty}
      savedText="Место захоронения сохранено"
      onClose={onClose}
      draftOf={['burial', memorialId]}
      beginning={beginning}
    >
      <BurialFields storedPhoto={burial?.photo_path ?? null} />
      {theirs && (
        <ChangedMeanwhile>
          <Theirs burial={theirs} />
        </ChangedMeanwhile>
      )}
    </EditForm>
  )
}

function Theirs({ burial }: { burial: BurialOrNone }) {
  const { burial_coordinates: coordinates } = burial
  const lines = [...burialInWords(burial), ...(coordinates ? [`Координаты: ${coordinates}`] : [])]
  if (lines.length === 0) return 'Место захоронения не указано.'
  return lines.map((line) => (
    <Typography key={line} sx={{ whiteSpace: 'pre-line' }}>
      {typeset(line)}
    </Typography>
  ))
}

function textsOf({ burial_address, cemetery, plot, burial_coordinates }: BurialOrNone): ExpectedOfBurial {
  return { burial_address, cemetery, plot, burial_coordinates }
}

/** The initial values. A stored photo is not among them: it stays until another one is chosen. */
function formOf(burial: Burial | null | undefined): BurialForm {
  return {
    burial_address: burial?.burial_address ?? '',
    cemetery: burial?.cemetery ?? '',
    plot: burial?.plot ?? '',
    burial_coordinates: burial?.burial_coordinates ?? '',
    burial_photo_file: null,
  }
}

function isEmptyForm(form: BurialForm): boolean {
  return Object.values(form).every((value) => !value)
}
