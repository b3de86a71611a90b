import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { object } from 'yup'
import { emailField } from '@contract/fields'
import { counted, YEARS } from '@contract/plurals'
import { SLEEPING_YEARS } from '@contract/retention'
import { dayOfInstantInWords } from '@contract/shown-days'
import { useGetHeirQuery, useNameHeirMutation } from '@client/api/keepers-api'
import { errorText, formFailure } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { LoadFailed } from '@client/ui/Loading'
import type { FormFailure } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { type Disclosure, Setting, SettingForm } from './Setting'

const TITLE = 'Кому оставить страницы'
const PURPOSE = `Если вы удалите учётную запись или ${counted(SLEEPING_YEARS, YEARS)} не будете входить, мы предложим ваши страницы этому человеку. Пока этого не случилось, он ничего не узнает. Когда учётную запись удаляют, страницы предлагают и тем, кто хранит их вместе с вами: страница перейдёт к тому, кто примет её первым.`
const NOT_SAVED = 'Не удалось сохранить. Пожалуйста, попробуйте ещё раз.'
const NOT_READ = 'Не удалось узнать, кому вы оставляете страницы.'
/** Until `effectiveAt` the previous heir remains in force, so that no one else can name themselves. */
function whoIsNamed(email: string, effectiveAt: string | null): string {
  const isAwaited = effectiveAt !== null && Date.parse(effectiveAt) > Date.now()
  return `Сейчас назван ${email}.${isAwaited ? ` Это начнёт действовать ${dayOfInstantInWords(effectiveAt)}.` : ''}`
}

const schema = object({ email: emailField() })

/** Who is offered the pages when the account is closed. */
export function HeirSetting(disclosure: Disclosure) {
  const { data: heir, error, refetch } = useGetHeirQuery()
  const [nameHeir] = useNameHeirMutation()
  const [done, setDone] = useState<string>()
  const toast = useToast()
  const named = heir?.email

  async function save({ email }: { email: string }): Promise<FormFailure | undefined> {
    const { error: refusal } = await nameHeir({ email })
    if (refusal) return formFailure(refusal, { fallback: NOT_SAVED })
    toast.success('Сохранено')
    setDone(`Страницы мы предложим: ${email}.`)
    disclosure.onClose()
    return undefined
  }

  async function revoke(): Promise<ActionOutcome> {
    const { error: refusal } = await nameHeir({ email: null })
    if (refusal) return { isDone: false, message: errorText(refusal, { fallback: NOT_SAVED }) }
    setDone(undefined)
    return { isDone: true, message: 'Теперь не назван никто' }
  }

  if (error && !heir) {
    return (
      <Box sx={{ py: 3, borderTop: 1, borderColor: 'divider', maxWidth: 640 }}>
        <Typography variant="h3" sx={{ mb: 2 }}>
          {TITLE}
        </Typography>
        <LoadFailed onRetry={() => void refetch()}>{NOT_READ}</LoadFailed>
      </Box>
    )
  }
  return (
    <>
      <Setting
        {...disclosure}
        title={TITLE}
        description={named ? `${PURPOSE} ${whoIsNamed(named, heir.effective_at)}` : PURPOSE}
        openLabel={named ? 'Назвать другого' : 'Назвать человека'}
        done={done}
        onOpen={() => {
          setDone(undefined)
          disclosure.onOpen()
        }}
      >
        <SettingForm initialValues={{ email: '' }} schema={schema} onSubmit={save} onCancel={disclosure.onClose}>
          <TextField name="email" label="E-mail этого человека" type="email" required autoCapitalize="none" />
        </SettingForm>
      </Setting>
      {named && !disclosure.isOpen && (
        <ConfirmButton
          label="Никого не называть"
          progressText="Сохраняем..."
          isDestructive={false}
          questions={[
            {
              title: 'Не оставлять страницы никому?',
              text: 'Если вы удалите учётную запись, мы предложим страницы только тем, кто хранит их вместе с вами.',
            },
          ]}
          action={revoke}
          sx={{ mb: 3 }}
        />
      )}
    </>
  )
}
