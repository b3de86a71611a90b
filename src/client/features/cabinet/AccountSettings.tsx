import { useState } from 'react'
import { type AccountDeletion, accountDeletionSchema, type EmailChange, emailChangeSchema } from '@contract/leaving'
import { counted, DAYS, HOURS } from '@contract/plurals'
import { EMAIL_CHANGE_LINK_HOURS, LEAVING_DAYS } from '@contract/retention'
import { typeset } from '@contract/typeset'
import { DISPLAY_NAME_LABEL, type User, type UserForm, userFormSchema } from '@contract/user'
import { formFailure } from '@client/api/errors'
import { useChangeEmailMutation, useChangeNameMutation, useDeleteAccountMutation } from '@client/api/user-api'
import { accountDeleted } from '@client/session/session-slice'
import { useAppDispatch } from '@client/store/hooks'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { Section } from '@client/ui/Page'
import type { FormFailure } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { confirmationTexts, CurrentPassword, type Disclosure, Setting, SettingForm } from './Setting'
import { HeirSetting } from './HeirSetting'

type SettingName = 'name' | 'email' | 'heir' | 'deletion'

/** The account itself: its e-mail, its heir, and its deletion. Only one form is open at a time. */
export function AccountSettings({ user }: { user: User }) {
  const [openSetting, setOpenSetting] = useState<SettingName>()

  const disclosureOf = (name: SettingName): Disclosure => ({
    isOpen: openSetting === name,
    onOpen: () => setOpenSetting(name),
    onClose: () => setOpenSetting(undefined),
  })

  return (
    <Section spacing="medium" title="Учётная запись">
      <NameSetting name={user.display_name} {...disclosureOf('name')} />
      <EmailSetting email={user.email} {...disclosureOf('email')} />
      <HeirSetting {...disclosureOf('heir')} />
      <DeletionSetting email={user.email} {...disclosureOf('deletion')} />
    </Section>
  )
}

const NAME_NOT_SAVED = 'Имя не сохранено. Пожалуйста, попробуйте позже.'

/** How those who keep a page together call each other. */
function NameSetting({ name, ...disclosure }: Disclosure & { name: string | null }) {
  const [changeName] = useChangeNameMutation()
  const toast = useToast()

  async function change(values: UserForm): Promise<FormFailure | undefined> {
    const { error } = await changeName(values)
    if (error) return formFailure(error, { fallback: NAME_NOT_SAVED })
    toast.success('Сохранено')
    disclosure.onClose()
    return undefined
  }

  return (
    <Setting
      {...disclosure}
      title={DISPLAY_NAME_LABEL}
      description={`${name ? `Сейчас: ${name}.` : 'Сейчас имени нет: вас называют «Владелец» или «Хранитель».'} Это имя видят те, кто хранит страницы вместе с вами: в истории страницы написано, кто и что изменил.`}
      openLabel={name ? 'Изменить имя' : 'Назвать себя'}
    >
      <SettingForm
        initialValues={{ display_name: name ?? '' }}
        schema={userFormSchema}
        onSubmit={change}
        onCancel={disclosure.onClose}
      >
        <TextField
          name="display_name"
          label={DISPLAY_NAME_LABEL}
          hint="Например: Аня, тётя Оля, А.С. Иванов. Пустое поле убирает имя."
          autoComplete="nickname"
        />
      </SettingForm>
    </Setting>
  )
}

/** Changes the e-mail of the account. The new one takes effect after its confirmation by letter. */
function EmailSetting({ email, ...disclosure }: Disclosure & { email: string }) {
  const [changeEmail] = useChangeEmailMutation()
  const [done, setDone] = useState<string>()
  const toast = useToast()

  async function change(values: EmailChange): Promise<FormFailure | undefined> {
    const { error } = await changeEmail(values)
    if (error) return formFailure(error, confirmationTexts('current_password', 'Адрес не изменён'))
    toast.success('Письмо отправлено. Проверьте и папку «Спам».')
    setDone(
      `Мы отправили письмо на ${values.email}. Откройте ссылку из него: она действует ${counted(EMAIL_CHANGE_LINK_HOURS, HOURS)}. До этого всё остаётся по-прежнему.`,
    )
    disclosure.onClose()
    return undefined
  }

  return (
    <Setting
      {...disclosure}
      title="Электронная почта"
      description={`Сейчас ${email}: с этим адресом вы входите, и на него приходят письма. Новый адрес нужно будет подтвердить по ссылке из письма.`}
      openLabel="Изменить адрес"
      done={done}
      onOpen={() => {
        setDone(undefined)
        disclosure.onOpen()
      }}
    >
      <SettingForm
        initialValues={{ email: '', current_password: '' }}
        schema={emailChangeSchema}
        onSubmit={change}
        onCancel={disclosure.onClose}
        submitLabel="Отправить письмо"
        progressText="Отправляем..."
      >
        <TextField name="email" label="Новый e-mail" type="email" required autoComplete="email" autoCapitalize="none" />
        <CurrentPassword email={email} />
      </SettingForm>
    </Setting>
  )
}

const TIME = counted(LEAVING_DAYS, DAYS)
const WHAT_FOLLOWS = `Вы выйдете на всех устройствах, а ваши страницы закроются: их будут видеть только те, кто хранит их вместе с вами. ${TIME} можно будет вернуться по ссылке из письма. Потом всё будет уничтожено: страницы, фотографии, записи и слова памяти. Страницы мы предложим их хранителям и тому, кого вы назвали: страница перейдёт к тому, кто примет её первым.`
const LAST_WORD = `Сразу закроются все ваши страницы. Вернуться можно будет ${TIME}, по ссылке из письма.`

/** Deletes the account, after the password and a confirmation. */
function DeletionSetting({ email, ...disclosure }: Disclosure & { email: string }) {
  const [deleteAccount, { isLoading }] = useDeleteAccountMutation()
  const [question, setQuestion] = useState<{ give: (isConfirmed: boolean) => void }>()
  const dispatch = useAppDispatch()

  async function remove(values: AccountDeletion): Promise<FormFailure | undefined> {
    const isConfirmed = await new Promise<boolean>((resolve) => setQuestion({ give: resolve }))
    const { data, error } = isConfirmed ? await deleteAccount(values) : {}
    setQuestion(undefined)
    if (error) {
      const failure = formFailure(error, confirmationTexts('current_password', 'Аккаунт не удалён'))
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
        isOpen={question !== undefined}
        title="Удалить аккаунт?"
        confirmLabel="Да, удалить"
        isBusy={isLoading}
        onConfirm={() => question?.give(true)}
        onCancel={() => question?.give(false)}
      >
        {typeset(LAST_WORD)}
      </ConfirmDialog>
    </Setting>
  )
}
