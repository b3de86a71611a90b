import { useState } from 'react'
import { type EmailChange, emailChangeSchema } from '@contract/leaving'
import { counted, HOURS } from '@contract/plurals'
import { EMAIL_CHANGE_LINK_HOURS } from '@contract/retention'
import type { User } from '@contract/user'
import { useChangeEmailMutation } from '@client/api/user-api'
import { Section } from '@client/ui/Page'
import type { FormFailure } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { CurrentPassword } from './CurrentPassword'
import { DeletionSetting } from './DeletionSetting'
import { HeirSetting } from './HeirSetting'
import { type Disclosure, Setting } from './Setting'
import { SettingForm } from './SettingForm'
import { confirmationFailure } from './confirmation-failure'

type SettingName = 'email' | 'heir' | 'deletion'

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
      <EmailSetting email={user.email} {...disclosureOf('email')} />
      <HeirSetting {...disclosureOf('heir')} />
      <DeletionSetting email={user.email} {...disclosureOf('deletion')} />
    </Section>
  )
}

/** Changes the e-mail of the account. The new one takes effect after its confirmation by letter. */
function EmailSetting({ email, ...disclosure }: Disclosure & { email: string }) {
  const [changeEmail] = useChangeEmailMutation()
  const [done, setDone] = useState<string>()
  const toast = useToast()

  async function change(values: EmailChange): Promise<FormFailure | undefined> {
    const { error } = await changeEmail(values)
    if (error) return confirmationFailure(error, { secret: 'current_password', failed: 'Адрес не изменён' })
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
