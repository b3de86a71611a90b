import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useFormikContext } from 'formik'
import { useState } from 'react'
import { mixed } from 'yup'
import { consentTick } from '@contract/auth'
import { CONSENT_VERSION, VOICE_CONSENT_VERSION } from '@contract/consent'
import { STORY_PHOTOS_MAX } from '@contract/limits'
import { type OpenedQuestion, QUESTION_LABELS, storyDraftSchema, type StoryReceipt } from '@contract/questions'
import { formFailure, isNetworkFailure } from '@client/api/errors'
import { useSendVoiceMutation } from '@client/api/memory-api'
import { useSubmitStoryMutation } from '@client/api/question-api'
import { type DraftKey, dropDraft } from '@client/lib/draft'
import { dropRecording } from '@client/lib/saved-recording'
import { forgetParts } from '@client/lib/resumable-upload'
import { AsInBook } from '@client/ui/form/AsInBook'
import { ConsentField } from '@client/ui/form/CheckboxField'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { FileChooser } from '@client/ui/form/FileChooser'
import {
  focusFirstField,
  Form,
  FormAlert,
  type FormFailure,
  FormStack,
  ReportUnsaved,
  useFormField,
} from '@client/ui/form/Form'
import { PICTURE_KINDS, pictureProblem } from '@client/ui/form/picture-kinds'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { AddPhotoIcon } from '@client/ui/tool-icons'
import { NO_VOICE, STILL_RECORDING, VOICE_STAYS, VoiceField, voiceSchema, type VoiceValues } from '../voices/VoiceField'

const NOT_SENT = 'Рассказ не отправлен. Пожалуйста, попробуйте ещё раз.'

const schema = storyDraftSchema
  .pick(['text', 'author', 'relation'])
  .shape({ photos: mixed<File[]>().required(), consent: consentTick() })
  .concat(voiceSchema)
/** In the draft. */
const WRITTEN = ['text', 'author', 'relation', 'voice_seconds']

/** Of each question, by a part of its token that opens nothing. */
export function draftKeyOf(token: string): DraftKey {
  return `memory-draft-question-${token.slice(0, 8)}-guest`
}

interface Values extends VoiceValues {
  text: string
  author: string
  relation: string
  photos: File[]
  consent: boolean
}

interface StoryFormProps {
  token: string
  opened: OpenedQuestion
  /** It was opened to tell by voice. */
  isSpoken: boolean
  onSent: (receipt: StoryReceipt) => void
  onCancel: () => void
}

/** The form for an answer, by voice or in writing, with photos. What was begun stays on the device until it is sent. */
export function StoryForm({ token, opened, isSpoken, onSent, onCancel }: StoryFormProps) {
  const [submit] = useSubmitStoryMutation()
  const [sendVoice] = useSendVoiceMutation()
  const [sentPercent, setSentPercent] = useState<number>()
  const { text = '', author = '', relation = '' } = opened.answer ?? {}
  const draftKey = draftKeyOf(token)

  /** A voice comes before its story, in parts: on a weak connection it takes longer than a request may. */
  async function sendAll({ text, author, relation, photos, voice, voice_peaks }: Values) {
    const progressOf = (bytes: number) => (sent: number) =>
      setSentPercent(Math.min(100, Math.round((100 * sent) / Math.max(1, bytes))))
    const place = { token }
    const voiceSent =
      voice &&
      (await sendVoice({ place, file: voice, onProgress: progressOf(voice.size), onInterrupted: () => undefined }))
    if (voiceSent?.error) return voiceSent
    const ofVoice = voiceSent && { voice_upload: voiceSent.data, voice_consent: VOICE_CONSENT_VERSION, voice_peaks }
    const onProgress = progressOf(photos.reduce((sum, { size }) => sum + size, 0))
    const written = { token, text, author, relation, consent_version: CONSENT_VERSION }
    const sent = await submit({ ...written, ...ofVoice, photos, onProgress })
    // What was sent of the voice has ended on the server: the next attempt sends it again.
    if (voice && sent.error && !isNetworkFailure(sent.error)) forgetParts(voice)
    return sent
  }

  async function send(values: Values): Promise<FormFailure | undefined> {
    if (values.is_recording) return { message: STILL_RECORDING }
    const sent = await sendAll(values)
    setSentPercent(undefined)
    if (sent.error || typeof sent.data !== 'object') {
      if (values.voice && isNetworkFailure(sent.error)) return { message: VOICE_STAYS }
      return formFailure(sent.error, { fallback: NOT_SENT, fileField: 'photos' })
    }
    leave()
    onSent(sent.data)
    return undefined
  }

  function leave(): void {
    dropDraft(draftKey)
    void dropRecording(draftKey)
  }

  return (
    <Box ref={focusFirstField} sx={{ mt: 4 }}>
      <Form<Values>
        initialValues={{ text, author, relation, photos: [], consent: false, ...NO_VOICE }}
        schema={schema}
        onSubmit={send}
      >
        <ReportUnsaved />
        <DraftSaver draftKey={draftKey} fields={WRITTEN} />
        <FormStack>
          <StoryFields draftKey={draftKey} isSpoken={isSpoken} />
          <TextField name="author" label={QUESTION_LABELS.author} required autoComplete="name" autoCapitalize="words" />
          <TextField
            name="relation"
            label={`${QUESTION_LABELS.relation} этому человеку`}
            hint="Необязательно: сестра, сосед, вместе работали."
          />
          <PhotosField name="photos" />
          <ConsentField />
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <SubmitButton sentPercent={sentPercent}>Отправить</SubmitButton>
            <CancelButton
              onCancel={() => {
                leave()
                onCancel()
              }}
            />
          </Box>
        </FormStack>
      </Form>
    </Box>
  )
}

/** A voice, words, or both: what was chosen comes first. */
function StoryFields({ draftKey, isSpoken }: { draftKey: DraftKey; isSpoken: boolean }) {
  const { values, submitCount } = useFormikContext<VoiceValues>()
  const { voice } = values
  const [isWritten, setWritten] = useState(!isSpoken)
  const words = (
    <AsInBook name="text">
      <TextField
        name="text"
        label={QUESTION_LABELS.story}
        required={!voice}
        rows={voice ? 2 : 6}
        autoCapitalize="sentences"
        {...(voice && { hint: 'Необязательно: запись можно отправить и без слов.' })}
      />
    </AsInBook>
  )
  const spoken = <VoiceField storageKey={draftKey} opensAtOnce={isSpoken} onClose={() => setWritten(true)} />
  return isSpoken ? (
    <>
      {spoken}
      {(isWritten || voice || submitCount > 0) && words}
    </>
  ) : (
    <>
      {words}
      {spoken}
    </>
  )
}

const TOO_MANY = `Можно приложить не больше ${STORY_PHOTOS_MAX} фотографий.`

/** A few photos, which can be removed before they are sent. */
function PhotosField({ name }: { name: string }) {
  const { id, value: photos, error, change } = useFormField<File[]>(name)
  const [problem, setProblem] = useState<string>()

  function add(chosen: File[]): void {
    const isTooMany = photos.length + chosen.length > STORY_PHOTOS_MAX
    const whyNot = chosen.map((file) => pictureProblem(file)).find(Boolean)
    setProblem(isTooMany ? TOO_MANY : whyNot)
    if (!whyNot) change([...photos, ...chosen].slice(0, STORY_PHOTOS_MAX))
  }

  return (
    <FileChooser
      id={id}
      name={name}
      label="Фотографии"
      buttonLabel="Добавить фотографии"
      icon={<AddPhotoIcon />}
      accept={PICTURE_KINDS}
      multiple
      hint={`Необязательно, до ${STORY_PHOTOS_MAX}.`}
      {...(error && { error })}
      {...(problem && { problem })}
      actions={
        photos.length > 0 && (
          <Button color="inherit" onClick={() => change([])}>
            Убрать фотографии
          </Button>
        )
      }
      onChoose={add}
    >
      {photos.length > 0 && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {photos.map((file) => file.name).join(', ')}
        </Typography>
      )}
    </FileChooser>
  )
}
