import { useNavigate } from 'react-router-dom'
import { capitalizeName } from '@contract/fields'
import { MEMORIAL_LABELS, type MemorialForm, memorialFormSchema } from '@contract/memorial'
import { screens } from '@contract/paths'
import { useCreateMemorialMutation } from '@client/api/memorial-api'
import { dropDraft } from '@client/lib/draft'
import { DateField } from '@client/ui/form/DateField'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { KeepDraft } from '@client/ui/form/KeepDraft'
import { PhotoField } from '@client/ui/form/PhotoField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'
import { creationFailure } from './creation-failure'
import { MemorialSwitches } from './MemorialSwitches'

const DRAFT_KEY = 'memorial-draft'
/** Everything but the photo: files cannot be kept in the tab's storage. */
const DRAFT_FIELDS = Object.keys(MEMORIAL_LABELS).filter((field) => field !== 'file')
const CREATED = 'Мемориал создан.'

const INITIAL: MemorialForm = {
  lastname: '',
  name: '',
  surname: '',
  birth_date: '',
  death_date: '',
  biography: '',
  file: null,
  public_status: false,
  swo_status: false,
  rate_check: false,
}

export function CreateMemorialScreen() {
  const navigate = useNavigate()
  const toast = useToast()
  const [create] = useCreateMemorialMutation()

  async function submit(form: MemorialForm): Promise<FormFailure | undefined> {
    const { error } = await create(form)
    if (error) return creationFailure(error)
    dropDraft(DRAFT_KEY)
    toast.success(CREATED)
    await navigate(screens.profile)
    return undefined
  }

  return (
    <Page title="Создание мемориала" width="sm" lead="Заполните то, что знаете. Остальное можно добавить позже.">
      <Form initialValues={INITIAL} schema={memorialFormSchema} onSubmit={submit}>
        <KeepDraft draftKey={DRAFT_KEY} fields={DRAFT_FIELDS} />
        <FormStack sx={{ mt: 4 }}>
          <FormAlert />
          <NameField name="lastname" required />
          <NameField name="name" required />
          <NameField name="surname" />
          <DateField name="birth_date" label={MEMORIAL_LABELS.birth_date} />
          <DateField name="death_date" label={MEMORIAL_LABELS.death_date} />
          <TextField name="biography" label={MEMORIAL_LABELS.biography} rows={6} autoCapitalize="sentences" />
          <PhotoField name="file" label={MEMORIAL_LABELS.file} hint="JPEG, PNG или WebP, до 20 МБ." />
          <MemorialSwitches />
          <SubmitButton progressText="Создаём...">Создать мемориал</SubmitButton>
        </FormStack>
      </Form>
    </Page>
  )
}

function NameField({ name, required }: { name: 'lastname' | 'name' | 'surname'; required?: boolean }) {
  return (
    <TextField
      name={name}
      label={MEMORIAL_LABELS[name]}
      required={required}
      autoCapitalize="words"
      rewrite={capitalizeName}
    />
  )
}
