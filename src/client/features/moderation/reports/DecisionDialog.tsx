import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { REPORT_DECISION_LABELS, type ReportDecision, reportDecisionSchema } from '@contract/reports'
import { typeset } from '@contract/typeset'
import { dropDraft } from '@client/lib/draft'
import { useDraftKey } from '@client/store/use-draft-key'
import { DialogFormButtons } from '@client/ui/form/DialogFormButtons'
import { focusFirstField, Form, FormStack } from '@client/ui/form/Form'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { TextField } from '@client/ui/form/TextField'

const TEXTS: Record<ReportDecision, { title: string; lead: string; hint?: string; submit: string }> = {
  close: {
    title: 'Закрыть страницу?',
    lead: 'Страницу будут видеть только те, кто её хранит, и модераторы. Ничего не удалится, страницу можно будет открыть снова.',
    hint: 'Её прочитают те, кто хранит страницу: в письме и на самой странице.',
    submit: 'Закрыть страницу',
  },
  dismiss: {
    title: 'Оставить страницу?',
    lead: 'Мы напишем тому, кто сообщил о ней, что страница остаётся. Можно добавить несколько слов от себя: письмо передаст их, если этот человек уже открывал наши письма.',
    submit: 'Оставить страницу',
  },
}

/** The draft of each text, stored until the decision has reached the server. */
const DRAFT_KINDS = { close: 'page-closing', dismiss: 'report-answer' } as const
const DRAFT_FIELDS = ['text']

interface DecisionDialogProps {
  reportId: number
  decision: ReportDecision
  /** The name on the page. */
  name: string
  onDecided: (text: string) => void
  onClose: () => void
}

/** Asks for the text of a decision. The decision is sent later: until then it can be undone. */
export function DecisionDialog({ reportId, decision, name, onDecided, onClose }: DecisionDialogProps) {
  const titleId = useId()
  const { title, lead, hint, submit } = TEXTS[decision]
  const draftKey = useDraftKey([DRAFT_KINDS[decision], reportId])

  function save({ text: typed }: { text: string }): Promise<undefined> {
    onDecided(typed)
    return Promise.resolve(undefined)
  }

  function cancel(): void {
    dropDraft(draftKey)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') onClose()
      }}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent ref={focusFirstField} sx={{ scrollPaddingBottom: 80 }}>
        <Typography sx={{ mb: 1, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography sx={{ mb: 2 }}>{typeset(lead)}</Typography>
        <Form initialValues={{ decision, text: '' }} schema={reportDecisionSchema} onSubmit={save}>
          <FormStack>
            <DraftSaver draftKey={draftKey} fields={DRAFT_FIELDS} />
            <TextField
              name="text"
              label={REPORT_DECISION_LABELS[decision]}
              rows={3}
              autoCapitalize="sentences"
              required={decision === 'close'}
              hint={hint}
            />
            <DialogFormButtons onCancel={cancel}>{submit}</DialogFormButtons>
          </FormStack>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
