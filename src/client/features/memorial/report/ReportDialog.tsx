import Typography from '@mui/material/Typography'
import { useFormikContext } from 'formik'
import { useState } from 'react'
import { CONSENT_VERSION } from '@contract/consent'
import { REPORT_LABELS, REPORT_REASON_TEXTS, type ReportDraft, reportFormSchema } from '@contract/reports'
import { typeset } from '@contract/typeset'
import { formFailure } from '@client/api/errors'
import { useReportPageMutation } from '@client/api/moderation-api'
import { dropDraft } from '@client/lib/draft'
import { useDraftKey } from '@client/store/use-draft-key'
import { ConsentField } from '@client/ui/form/CheckboxField'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { DialogFormButtons, FormDialog } from '@client/ui/form/FormDialog'
import { ChoiceField } from '@client/ui/form/RadioChoice'
import { TextField } from '@client/ui/form/TextField'

const SENT = 'Спасибо, что написали. Мы посмотрим страницу и решим, что с ней делать.'
const REPLY_BY_EMAIL = 'О решении напишем вам на почту.'

export interface ReportDialogProps {
  memorialId: number
  isOpen: boolean
  onClose: () => void
}

/** Asks what is wrong with a page, and thanks for it. */
export function ReportDialog({ memorialId, isOpen, onClose }: ReportDialogProps) {
  const [sent, setSent] = useState<{ withEmail: boolean }>()

  return (
    <FormDialog
      title="Сообщить о странице"
      isOpen={isOpen}
      onClose={onClose}
      onExited={() => setSent(undefined)}
      maxWidth="sm"
      thanks={
        sent && (
          <>
            {typeset(SENT)} {sent.withEmail && typeset(REPLY_BY_EMAIL)}
          </>
        )
      }
    >
      <ReportForm memorialId={memorialId} onSent={(withEmail) => setSent({ withEmail })} onCancel={onClose} />
    </FormDialog>
  )
}

const LEAD = 'Если на этой странице что-то не так, расскажите нам. Тем, кто её хранит, мы не скажем, что это были вы.'
const NOT_SENT = 'Не удалось отправить. Пожалуйста, попробуйте ещё раз.'
const TEXT_HINT = 'Что не так и где это на странице.'
const EMAIL_HINT = 'Если хотите узнать, что мы решили. Адрес увидят только модераторы.'
const NOTHING_FILLED_IN = { reason: '', text: '', email: '', consent: false }
const DRAFT_FIELDS = ['reason', 'text']

type Filled = Omit<ReportDraft, 'consent_version'> & { consent?: boolean }

export interface ReportFormProps {
  memorialId: number
  /** Called with whether the reporter left an e-mail for the reply. */
  onSent: (withEmail: boolean) => void
  onCancel: () => void
}

function ReportForm({ memorialId, onSent, onCancel }: ReportFormProps) {
  const [report] = useReportPageMutation()
  const draftKey = useDraftKey(['report', memorialId])

  async function send({ reason, text, email }: Filled): Promise<FormFailure | undefined> {
    const contact = email ? { email, consent_version: CONSENT_VERSION } : { email: null, consent_version: undefined }
    const { error } = await report({ memorialId, reason, text, ...contact })
    if (error) return formFailure(error, { fallback: NOT_SENT })
    dropDraft(draftKey)
    onSent(Boolean(email))
    return undefined
  }

  function cancel(): void {
    dropDraft(draftKey)
    onCancel()
  }

  return (
    <Form initialValues={NOTHING_FILLED_IN as unknown as Filled} schema={reportFormSchema} onSubmit={send}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {typeset(LEAD)}
      </Typography>
      <FormStack>
        <DraftSaver draftKey={draftKey} fields={DRAFT_FIELDS} />
        <ChoiceField name="reason" label={REPORT_LABELS.reason} choices={REPORT_REASON_TEXTS} />
        <Words />
        <TextField
          name="email"
          label={REPORT_LABELS.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          hint={EMAIL_HINT}
        />
        <ConsentForEmail />
        <FormAlert />
        <DialogFormButtons progressText="Отправляем..." onCancel={cancel}>
          Отправить
        </DialogFormButtons>
      </FormStack>
    </Form>
  )
}

function Words() {
  const { reason } = useFormikContext<Filled>().values
  return (
    <TextField
      name="text"
      label={REPORT_LABELS.text}
      rows={3}
      autoCapitalize="sentences"
      required={reason === 'other'}
      hint={TEXT_HINT}
    />
  )
}

/** An e-mail is personal data; without one no consent is needed. */
function ConsentForEmail() {
  const { email } = useFormikContext<Filled>().values
  return email?.trim() ? <ConsentField /> : null
}
