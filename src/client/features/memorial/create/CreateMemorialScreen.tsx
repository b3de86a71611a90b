import { type MemorialForm, memorialFormSchema } from '@contract/memorial'
import { screens } from '@contract/paths'
import { useCreateMemorialMutation } from '@client/api/memorial-change-api'
import { dropDraft } from '@client/lib/draft'
import { useAccount } from '@client/store/use-account'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { KeepDraft } from '@client/ui/form/KeepDraft'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'
import { useNavigateUnlessLeft } from '@client/ui/use-navigate-unless-left'
import { creationFailure, isSessionGone } from './creation-failure'
import { DRAFT_FIELDS, draftKeyOf, EMPTY_MEMORIAL } from './memorial-draft'
import { MemorialFields } from './MemorialFields'

/** Known to the screen again when one leaves it and comes back before the answer. */
const CREATION = 'memorial'
const ALREADY_SENT = 'Мемориал уже создаётся. Подождите немного: мы сообщим, когда он будет готов.'

/** Where somebody starts a memorial. The routes let only accounts in. */
export function CreateMemorialScreen() {
  const { user } = useAccount()
  const [createMemorial, { isLoading: isBeingCreated }] = useCreateMemorialMutation({ fixedCacheKey: CREATION })
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const toast = useToast()
  const draftKey = draftKeyOf(user?.id)

  async function create(memorial: MemorialForm): Promise<FormFailure | undefined> {
    if (isBeingCreated) return { message: ALREADY_SENT }
    const { error } = await createMemorial(memorial)
    // The visitor is already on the way to /login; the draft stays for their return.
    if (isSessionGone(error)) return undefined
    if (error) return creationFailure(error)

    dropDraft(draftKey)
    toast.success('Мемориал создан')
    await navigateUnlessLeft(screens.profile)
    return undefined
  }

  return (
    <Page title="Создать мемориал" lead="Всё, кроме имени и дат, можно дописать потом." width="sm">
      <Form initialValues={EMPTY_MEMORIAL} schema={memorialFormSchema} onSubmit={create}>
        <KeepDraft key={draftKey} draftKey={draftKey} fields={DRAFT_FIELDS} />
        <MemorialFields advancedLeft={user?.advanced_memorials_left ?? 0} />
      </Form>
    </Page>
  )
}
