import { MEMORIAL_LABELS, memorialDraftSchema, type MemorialForm, memorialFormSchema } from '@contract/memorial'
import { paths } from '@contract/paths'
import { useCreateMemorialMutation } from '@client/api/memorial-change-api'
import { type DraftKey, dropDraft, keyOfDraft } from '@client/lib/draft'
import { useAccount } from '@client/store/use-account'
import { usePlacesLeft } from '@client/store/use-places-left'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'
import { useNavigateUnlessLeft } from '@client/ui/use-navigate-unless-left'
import { errorStatus, issueField, validationIssues } from '@client/api/errors'
import { formFailure } from '@client/api/form-failure'
import { NoPlaceLeft } from './NoPlaceLeft'
import { MemorialFields } from './MemorialFields'

/** A fixed key, so that the page knows of a running request even after the visitor has left and returned. */
const CREATION = 'memorial'
const ALREADY_SENT = 'Мемориал уже создаётся. Подождите немного: мы сообщим, когда он будет готов.'

/** Creates a memorial. The routes admit accounts only. */
export function CreateMemorialPage() {
  const { user } = useAccount()
  const [createMemorial, { isLoading: isBeingCreated }] = useCreateMemorialMutation({ fixedCacheKey: CREATION })
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const toast = useToast()
  const draftKey = draftKeyOf(user?.id)
  const placesLeft = usePlacesLeft()

  async function create(memorial: MemorialForm): Promise<FormFailure | undefined> {
    if (isBeingCreated) return { message: ALREADY_SENT }
    const { error } = await createMemorial(memorial)
    // The visitor is already being redirected to /login. The draft stays for their return.
    if (isSessionGone(error)) return undefined
    if (error) return creationFailure(error)

    dropDraft(draftKey)
    toast.success('Мемориал создан')
    await navigateUnlessLeft(paths.profile)
    return undefined
  }

  if (user && placesLeft !== undefined && placesLeft <= 0 && !isBeingCreated) {
    return (
      <Page title="Создать мемориал" width="sm">
        <NoPlaceLeft maxMemorials={user.max_memorials} />
      </Page>
    )
  }
  return (
    <Page title="Создать мемориал" lead={leadFor(placesLeft)} width="sm">
      <Form initialValues={EMPTY_MEMORIAL} schema={memorialFormSchema} onSubmit={create}>
        <DraftSaver key={draftKey} draftKey={draftKey} fields={DRAFT_FIELDS} />
        <MemorialFields advancedLeft={user?.advanced_memorials_left ?? 0} />
      </Form>
    </Page>
  )
}

function leadFor(placesLeft: number | undefined): string {
  const lead = 'Всё, кроме имени и дат, можно дописать потом.'
  return placesLeft === 1 ? `${lead} Это последнее свободное место на вашей учётной записи.` : lead
}

const UNKNOWN_ERROR = 'Произошла неизвестная ошибка.'

/** The error of the form if the server rejects a memorial. */
function creationFailure(error: unknown): FormFailure {
  const issue = validationIssues(error)[0]
  if (!issue) return formFailure(error, { fallback: UNKNOWN_ERROR })

  const field = issueField(issue)
  return {
    message: `Ошибка в поле ${labelOf(field)}: ${issue.msg}`,
    fields: field in MEMORIAL_LABELS ? { [field]: issue.msg } : undefined,
  }
}

function isSessionGone(error: unknown): boolean {
  return errorStatus(error) === 401
}

function labelOf(field: string): string {
  return (MEMORIAL_LABELS as Record<string, string>)[field] ?? field
}

const EMPTY_MEMORIAL: MemorialForm = {
  ...memorialFormSchema.getDefault(),
  lastname: '',
  name: '',
  birth_date: '',
  death_date: '',
}

/** The fields of the draft: all but the photo, which session storage cannot hold. */
const DRAFT_FIELDS = Object.keys(memorialDraftSchema.fields)

/** Each account has its own draft, so that the next person on the same device does not read it. */
function draftKeyOf(userId: number | undefined): DraftKey {
  return keyOfDraft('memorial', userId ?? 'guest')
}
