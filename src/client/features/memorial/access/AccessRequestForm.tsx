import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ACCESS_REQUEST_LABELS, accessRequestFormSchema } from '@contract/access'
import { CONSENT_VERSION } from '@contract/consent'
import { typeset } from '@contract/typeset'
import { useAskToBeLetInMutation } from '@client/api/access-api'
import { formFailure } from '@client/api/errors'
import { dropDraft } from '@client/lib/draft'
import { useAccount } from '@client/store/use-account'
import { useDraftKey } from '@client/store/use-draft-key'
import { FOCUS_AREA, focusElement, useReturnedFocus } from '@client/ui/focus'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { ConsentField } from '@client/ui/form/CheckboxField'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { TextField } from '@client/ui/form/TextField'

const NOT_SENT = 'Не удалось передать просьбу. Пожалуйста, попробуйте ещё раз.'
const SENT =
  'Мы передали вашу просьбу тем, кто хранит страницу. Если они согласятся, вам придёт письмо с личной ссылкой. Иногда на это нужно несколько дней.'
const EMAIL_HINT = 'На него придёт личная ссылка. Его увидят только те, кто хранит страницу.'
const TEXT_HINT = 'Кем вам приходится этот человек, откуда вы знаете его семью.'
const DRAFT_FIELDS = ['name', 'text']

interface Asked {
  name: string
  email: string
  text: string
  consent: boolean
}

/** Asks the keepers of a closed page for access. */
export function AccessRequestForm({ memorialId }: { memorialId: number }) {
  const [step, setStep] = useState<'offered' | 'written' | 'sent'>('offered')
  const button = useReturnedFocus(step === 'written')

  if (step === 'sent') {
    return (
      <Alert severity="success" ref={focusElement} tabIndex={FOCUS_AREA.tabIndex} sx={{ mt: 4, ...FOCUS_AREA.sx }}>
        {typeset(SENT)}
      </Alert>
    )
  }
  if (step === 'written') {
    return <RequestForm memorialId={memorialId} onSent={() => setStep('sent')} onCancel={() => setStep('offered')} />
  }
  return (
    <Box sx={{ mt: 4 }}>
      <Button ref={button} variant="outlined" onClick={() => setStep('written')}>
        Попросить впустить меня
      </Button>
    </Box>
  )
}

interface RequestFormProps {
  memorialId: number
  onSent: () => void
  onCancel: () => void
}

function RequestForm({ memorialId, onSent, onCancel }: RequestFormProps) {
  const [ask] = useAskToBeLetInMutation()
  const { user } = useAccount()
  const draftKey = useDraftKey(['access-request', memorialId])

  async function send({ consent: _given, ...asked }: Asked): Promise<FormFailure | undefined> {
    const { error } = await ask({ memorialId, ...asked, consent_version: CONSENT_VERSION })
    if (error) return formFailure(error, { fallback: NOT_SENT })
    dropDraft(draftKey)
    onSent()
    return undefined
  }

  function cancel(): void {
    dropDraft(draftKey)
    onCancel()
  }

  return (
    <Box ref={focusFirstField} sx={{ mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Просьба впустить
      </Typography>
      <Form
        initialValues={{ name: '', email: user?.email ?? '', text: '', consent: false }}
        schema={accessRequestFormSchema}
        onSubmit={send}
      >
        <FormStack>
          <DraftSaver draftKey={draftKey} fields={DRAFT_FIELDS} />
          <TextField
            name="name"
            label={ACCESS_REQUEST_LABELS.name}
            required
            autoComplete="name"
            autoCapitalize="words"
          />
          <TextField
            name="email"
            label={ACCESS_REQUEST_LABELS.email}
            type="email"
            required
            autoComplete="email"
            autoCapitalize="none"
            hint={EMAIL_HINT}
          />
          <TextField
            name="text"
            label={ACCESS_REQUEST_LABELS.text}
            rows={3}
            autoCapitalize="sentences"
            hint={TEXT_HINT}
          />
          <ConsentField />
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
            <SubmitButton progressText="Передаём...">Передать просьбу</SubmitButton>
            <CancelButton onCancel={cancel} />
          </Box>
        </FormStack>
      </Form>
    </Box>
  )
}
