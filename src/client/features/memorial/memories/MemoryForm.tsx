import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { guestSchema, MEMORY_LABELS, memoryDraftSchema, type WrittenMemory } from '@contract/memory'
import { screens } from '@contract/paths'
import { api } from '@client/api/api'
import { fieldTexts } from '@client/api/errors'
import { useCreateMemoryMutation } from '@client/api/memory-api'
import { idTag } from '@client/api/tags'
import { useAppDispatch } from '@client/store/hooks'
import { CancelButton } from '@client/ui/form/CancelButton'
import { FocusOnFirstField } from '@client/ui/form/FocusOnFirstField'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { KeepDraft } from '@client/ui/form/KeepDraft'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { memoryFailure } from './memory-failure'

const wordsSchema = memoryDraftSchema.pick(['description', 'author'])
const guestWordsSchema = wordsSchema.concat(guestSchema)
const WORDS = ['description', 'author']

export interface MemoryFormProps {
  memorialId: number
  /** Whether the writer has to leave an e-mail: the decision is written to it. */
  isGuest: boolean
  draftKey: string
  /** It was asked for by a press, and takes the focus. */
  takesFocus: boolean
  onWritten: (memory: WrittenMemory) => void
  onCancel: () => void
}

/** Where words of memory are written. What is typed stays in the tab until it is sent. */
export function MemoryForm({ memorialId, isGuest, draftKey, takesFocus, onWritten, onCancel }: MemoryFormProps) {
  const [createMemory] = useCreateMemoryMutation()
  const dispatch = useAppDispatch()

  async function send(words: { description: string; author: string }): Promise<FormFailure | undefined> {
    const { data: memory, error } = await createMemory({ memorials_id: memorialId, author_email: undefined, ...words })
    // The server took the account for a guest: its session has ended, and asking for it says so.
    if (!isGuest && 'author_email' in fieldTexts(error)) dispatch(api.util.invalidateTags([idTag('User', 'me')]))
    if (!memory) return memoryFailure(error)
    onWritten(memory)
    return undefined
  }

  const description = (
    <TextField name="description" label={MEMORY_LABELS.description} required rows={5} autoCapitalize="sentences" />
  )
  const fields = (
    <>
      <KeepDraft draftKey={draftKey} fields={WORDS} />
      <FormStack sx={{ maxWidth: 640 }}>
        {takesFocus ? <FocusOnFirstField>{description}</FocusOnFirstField> : description}
        <TextField name="author" label={MEMORY_LABELS.author} required autoComplete="name" autoCapitalize="words" />
        {isGuest && <GuestFields />}
        <FormAlert />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <SubmitButton>Добавить воспоминание</SubmitButton>
          <CancelButton onCancel={onCancel} />
        </Box>
      </FormStack>
    </>
  )
  return isGuest ? (
    <Form initialValues={{ description: '', author: '', author_email: '' }} schema={guestWordsSchema} onSubmit={send}>
      {fields}
    </Form>
  ) : (
    <Form initialValues={{ description: '', author: '' }} schema={wordsSchema} onSubmit={send}>
      {fields}
    </Form>
  )
}

function GuestFields() {
  return (
    <>
      <TextField
        name="author_email"
        label={MEMORY_LABELS.author_email}
        type="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        hint="На странице его не видно."
      />
      <Alert severity="info" variant="outlined">
        Воспоминание появится на странице после проверки. О решении мы напишем на этот адрес. Отправляя форму, вы даёте{' '}
        <Link href={screens.consent} target="_blank" rel="noopener">
          согласие на обработку персональных данных
        </Link>
        .
      </Alert>
    </>
  )
}
