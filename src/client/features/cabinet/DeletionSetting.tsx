import { useState } from 'react'
import { accountDeletionSchema, type AccountDeletion } from '@contract/leaving'
import { counted, DAYS } from '@contract/plurals'
import { LEAVING_DAYS } from '@contract/retention'
import { typeset } from '@contract/typeset'
import { useDeleteAccountMutation } from '@client/api/user-api'
import { accountDeleted } from '@client/session/session-slice'
import { useAppDispatch } from '@client/store/hooks'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import type { FormFailure } from '@client/ui/form/Form'
import { confirmationFailure } from './confirmation-failure'
import { CurrentPassword } from './CurrentPassword'
import { type Disclosure, Setting } from './Setting'
import { SettingForm } from './SettingForm'

const TIME = counted(LEAVING_DAYS, DAYS)
const WHAT_FOLLOWS = `Вы выйдете на всех устройствах, а ваши страницы закроются: их будут видеть только те, кто хранит их вместе с вами. ${TIME} можно будет вернуться по ссылке из письма. Потом всё будет уничтожено: страницы, фотографии, записи и слова памяти. Страницы мы предложим их хранителям и тому, кого вы назвали: страница перейдёт к тому, кто примет её первым.`
const LAST_WORD = `Сразу закроются все ваши страницы. Вернуться можно будет ${TIME}, по ссылке из письма.`

/** Deletes the account, after the password and a confirmation. */
export function DeletionSetting({ email, ...disclosure }: Disclosure & { email: string }) {
  const [deleteAccount, { isLoading }] = useDeleteAccountMutation()
  const [answer, setAnswer] = useState<{ give: (isConfirmed: boolean) => void }>()
  const dispatch = useAppDispatch()

  async function remove(values: AccountDeletion): Promise<FormFailure | undefined> {
    const isConfirmed = await new Promise<boolean>((resolve) => setAnswer({ give: resolve }))
    const { data, error } = isConfirmed ? await deleteAccount(values) : {}
    setAnswer(undefined)
    if (error) {
      const failure = confirmationFailure(error, { secret: 'current_password', failed: 'Аккаунт не удалён' })
      // A deletion is never retried automatically.
      return { ...failure, isUnanswered: false }
    }
    // The shell leads to the page that explains how to return.
    if (data) dispatch(accountDeleted({ destroyedAt: data.destroyed_at }))
    return undefined
  }

  return (
    <Setting {...disclosure} title="Удалить аккаунт" description={WHAT_FOLLOWS} openLabel="Удалить аккаунт">
      <SettingForm
        initialValues={{ current_password: '' }}
        schema={accountDeletionSchema}
        onSubmit={remove}
        onCancel={disclosure.onClose}
        submitLabel="Удалить аккаунт"
        isDestructive
        progressText="Подтвердите удаление"
      >
        <CurrentPassword email={email} />
      </SettingForm>
      <ConfirmDialog
        isOpen={answer !== undefined}
        title="Удалить аккаунт?"
        confirmLabel="Да, удалить"
        isBusy={isLoading}
        onConfirm={() => answer?.give(true)}
        onCancel={() => answer?.give(false)}
      >
        {typeset(LAST_WORD)}
      </ConfirmDialog>
    </Setting>
  )
}
