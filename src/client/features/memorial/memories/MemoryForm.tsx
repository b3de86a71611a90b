import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormikContext } from 'formik'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { CONSENT_VERSION, VOICE_CONSENT_VERSION } from '@contract/consent'
import { EMAIL_INVALID } from '@contract/fields'
import {
  guestFormSchema,
  MEMORY_LABELS,
  type MemoryDraft,
  memoryDraftSchema,
  memoryPhotoSchema,
  type WrittenMemory,
} from '@contract/memory'
import { typeset } from '@contract/typeset'
import { api, idTag } from '@client/api/api'
import { errorStatus, errorText, fieldTexts, formFailure, isNetworkFailure } from '@client/api/errors'
import { useCreateMemoryMutation, useSendVoiceMutation } from '@client/api/memory-api'
import type { DraftKey } from '@client/lib/draft'
import { dropRecording } from '@client/lib/saved-recording'
import { addUnsent, keyOfUnsentMemories } from '@client/lib/unsent-memories'
import { forgetParts } from '@client/lib/resumable-upload'
import { useAppDispatch } from '@client/store/hooks'
import { useWriter } from '@client/store/use-account'
import { AsInBook } from '@client/ui/form/AsInBook'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { AgreementNote, ConsentField } from '@client/ui/form/CheckboxField'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture-kinds'
import { TextField } from '@client/ui/form/TextField'
import { NO_VOICE, STILL_RECORDING, VOICE_STAYS, VoiceField, voiceSchema, type VoiceValues } from '../voices/VoiceField'
import { ADD_FAILED } from './add-failed'

const wordsSchema = memoryDraftSchema.pick(['description', 'author']).concat(memoryPhotoSchema).concat(voiceSchema)
const guestMemorySchema = wordsSchema.concat(guestFormSchema)
const WORDS = ['description', 'author', 'voice_seconds']
const NOTHING_WRITTEN = { description: '', author: '', file: null, ...NO_VOICE }
const NOTHING_WRITTEN_BY_GUEST = { ...NOTHING_WRITTEN, author_email: '', consent: false }

interface Words extends VoiceValues {
  description: string
  author: string
  file: File | null
  author_email?: string
  consent?: boolean
}

export interface MemoryFormProps {
  memorialId: number
  /** Whether the author must leave an e-mail: the decision is sent to it. */
  isGuest: boolean
  draftKey: DraftKey
  /** The form was opened by a button, so its first field takes the focus. */
  takesFocus: boolean
  onWritten: (memory: WrittenMemory, photo: File | null) => void
  /** Called if there is no response: the memory, without its photo, is stored on the device until there is a connection. */
  onSavedOnDevice: (circumstances: { hadPhoto: boolean }) => void
  onCancel: () => void
}

/** The form for a memory. Typed text stays in the tab until it is sent. */
export function MemoryForm({
  memorialId,
  isGuest,
  draftKey,
  takesFocus,
  onWritten,
  onSavedOnDevice,
  onCancel,
}: MemoryFormProps) {
  const [createMemory] = useCreateMemoryMutation()
  const dispatch = useAppDispatch()
  const writer = useWriter()
  const keyFor = useIdempotencyKey()
  const [sendVoice] = useSendVoiceMutation()
  const [sentPercent, setSentPercent] = useState<number>()

  /** A voice comes before its words, in parts: on a weak connection it takes longer than a request may. */
  async function sendAll({ consent, file, voice, voice_seconds: _seconds, is_recording: _isOver, ...words }: Words) {
    const consent_version = consent ? CONSENT_VERSION : undefined
    const voice_consent = voice ? VOICE_CONSENT_VERSION : undefined
    const draft = { memorials_id: memorialId, ...words, consent_version, voice_consent }
    const idempotency_key = keyFor(draft, [file, voice])
    const progressOf = (sent: File) => (bytes: number) => setSentPercent(percentOf(bytes, sent.size))
    const photo = file ? { file, onProgress: progressOf(file) } : undefined
    const voiceSent =
      voice &&
      (await sendVoice({
        place: { memorialId },
        file: voice,
        onProgress: progressOf(voice),
        onInterrupted: () => undefined,
      }))
    if (voiceSent?.error) return { draft, error: voiceSent.error }
    const sent = await createMemory({ ...draft, idempotency_key, photo, voice_upload: voiceSent?.data })
    // What was sent of the voice has ended on the server: the next attempt sends it again.
    if (voice && sent.error && !isNetworkFailure(sent.error)) forgetParts(voice)
    return { draft: { ...draft, idempotency_key }, ...sent }
  }

  async function send(written: Words): Promise<FormFailure | undefined> {
    const { file, voice } = written
    if (written.is_recording) return { message: STILL_RECORDING }
    const sent = await sendAll(written)
    setSentPercent(undefined)
    const { data: memory, error } = { data: undefined, ...sent }
    const { idempotency_key, ...draft } = { idempotency_key: undefined, ...sent.draft }
    if (voice && isNetworkFailure(error)) return { message: VOICE_STAYS }
    // The request may have arrived: because of its idempotency key, a second one creates no duplicate.
    if (idempotency_key && isNetworkFailure(error) && writer !== 'account') {
      const key = keyOfUnsentMemories(memorialId, writer)
      if (addUnsent(key, { ...draft, idempotency_key, written_at: new Date().toISOString() })) {
        onSavedOnDevice({ hadPhoto: file !== null })
        return undefined
      }
    }
    // The server took the account for a guest: its session has ended, and refetching it shows that.
    if (!isGuest && 'author_email' in fieldTexts(error)) dispatch(api.util.invalidateTags([idTag('User', 'me')]))
    if (!memory) return memoryFailure(error, { hadFile: file !== null || voice !== null })
    if (voice) void dropRecording(draftKey)
    onWritten(memory, file)
    return undefined
  }

  function cancel(): void {
    void dropRecording(draftKey)
    onCancel()
  }

  const fields = (
    <>
      <DraftSaver draftKey={draftKey} fields={WORDS} />
      <FormStack ref={takesFocus ? focusFirstField : undefined} sx={{ textAlign: 'start' }}>
        <Beginnings />
        <AsInBook name="description">
          <DescriptionField />
        </AsInBook>
        <VoiceField storageKey={draftKey} />
        <TextField name="author" label={MEMORY_LABELS.author} required autoComplete="name" autoCapitalize="words" />
        <PhotoField
          name="file"
          label={MEMORY_LABELS.file}
          chooseLabel="Добавить фотографию"
          hint={`Необязательно. ${PICTURE_HINT}`}
        />
        {isGuest && <GuestFields />}
        <FormAlert />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <SubmitButton sentPercent={sentPercent}>Добавить воспоминание</SubmitButton>
          <CancelButton onCancel={cancel} />
        </Box>
      </FormStack>
    </>
  )
  return isGuest ? (
    <Form initialValues={NOTHING_WRITTEN_BY_GUEST} schema={guestMemorySchema} onSubmit={send}>
      {fields}
    </Form>
  ) : (
    <Form initialValues={NOTHING_WRITTEN} schema={wordsSchema} onSubmit={send}>
      {fields}
    </Form>
  )
}

/**
 * Returns an idempotency key for a draft, so that it arrives once however often it is sent. A changed text or file gets
 * another key. Undefined if the browser cannot generate keys: without https.
 */
function useIdempotencyKey(): (draft: MemoryDraft, files: (File | null)[]) => string | undefined {
  const last = useRef<{ draft: string; key: string }>(undefined)
  return (draft, files) => {
    if (!('randomUUID' in crypto)) return undefined
    const text = JSON.stringify([draft, files.map((file) => file && [file.name, file.size, file.lastModified])])
    if (last.current?.draft !== text) last.current = { draft: text, key: crypto.randomUUID() }
    return last.current.key
  }
}

/** Needed unless there is a voice. */
function DescriptionField() {
  const { voice } = useFormikContext<VoiceValues>().values
  return (
    <TextField
      name="description"
      label={MEMORY_LABELS.description}
      required={!voice}
      rows={voice ? 2 : 5}
      autoCapitalize="sentences"
      {...(voice && { hint: 'Необязательно: запись можно оставить и без слов.' })}
    />
  )
}

/** The multipart body around the file has bytes too. */
function percentOf(bytes: number, fileBytes: number): number {
  return Math.min(100, Math.round((bytes / fileBytes) * 100))
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
        {typeset('Воспоминание появится на странице после проверки. О решении мы напишем на этот адрес.')}
      </Alert>
      <ConsentField />
      <AgreementNote doing="Отправляя воспоминание" />
    </>
  )
}

/** For writers who look at an empty field and do not know how to begin. */
const BEGINNINGS = [
  { label: 'Как познакомились', text: 'Мы познакомились ' },
  { label: 'Любимая фраза', text: 'Мне часто вспоминаются слова: «' },
  { label: 'Чему научились', text: 'Вот чему мы научились рядом: ' },
]

/** Inserts a beginning into the empty field `description`. Never replaces typed text. */
function Beginnings() {
  const labelId = useId()
  const { values, setFieldValue } = useFormikContext<{ description: string }>()
  const isTyped = values.description.trim() !== '' && BEGINNINGS.every(({ text }) => text !== values.description)

  function begin({ currentTarget }: MouseEvent<HTMLButtonElement>, text: string): void {
    const field = currentTarget.form?.elements.namedItem('description')
    void setFieldValue('description', text, false).then(() => {
      if (!(field instanceof HTMLTextAreaElement)) return
      field.focus()
      field.setSelectionRange(text.length, text.length)
    })
  }

  return (
    <Choice role="group" aria-labelledby={labelId}>
      <span id={labelId}>Можно начать так:</span>
      {BEGINNINGS.map(({ label, text }) => (
        <Button key={label} size="small" disabled={isTyped} onClick={(event) => begin(event, text)}>
          {label}
        </Button>
      ))}
    </Choice>
  )
}

const Choice = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0, 2.5),
  '& > span': { color: theme.vars?.palette.text.secondary },
  '& > button': { paddingInline: 0, textDecoration: 'underline', textUnderlineOffset: '0.25em' },
}))

const FIELDS_INVALID = 'Ошибка валидации данных. Проверьте заполненные поля.'
/** The form stores them in the tab, and restores them from there. */
const MEMORY_STAYS = 'Воспоминание и подпись сохранятся.'
const TOO_MANY = 'Слишком много запросов. Пожалуйста, попробуйте позже.'

/** The error of the form if a memory is rejected. Files have limits of their own, which the server names. */
function memoryFailure(error: unknown, { hadFile }: { hadFile: boolean }): FormFailure {
  switch (errorStatus(error)) {
    case 429:
      return { message: hadFile ? errorText(error, { fallback: TOO_MANY }) : TOO_MANY }
    case 422:
      return invalidFields(error)
    default:
      return formFailure(error, { fallback: ADD_FAILED, isFixed: true, fileField: 'file' })
  }
}

function invalidFields(error: unknown): FormFailure {
  const { consent_version: consent, ...named } = fieldTexts(error)
  const fields: Record<string, string> = consent ? { ...named, consent: `${consent} ${MEMORY_STAYS}` } : named
  if ('author_email' in fields) return { message: EMAIL_INVALID, fields: { ...fields, author_email: EMAIL_INVALID } }
  return { message: FIELDS_INVALID, fields }
}
