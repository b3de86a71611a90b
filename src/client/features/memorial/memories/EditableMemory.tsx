import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { FormikValues } from 'formik'
import { type InferType, object } from 'yup'
import { longText } from '@contract/fields'
import { MEMORY_MAX_LENGTH, PAGE_SIZE_MAX, REPLY_MAX_LENGTH, VOICE_TEXT_MAX_LENGTH } from '@contract/limits'
import { type Memory, MEMORY_LABELS, memoryDraftSchema } from '@contract/memory'
import {
  useGetBlockedAuthorsQuery,
  useReplyToMemoryMutation,
  useUnblockAuthorMutation,
} from '@client/api/moderation-api'
import { actionFailure, okOrNotFound } from '@client/api/errors'
import { useDeleteMemoryMutation, useLazyGetMemoriesQuery, useUpdateMemoryMutation } from '@client/api/memory-api'
import { useBlockAuthor } from '@client/store/use-block-author'
import { BlockAuthorButton } from '@client/ui/BlockAuthorButton'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA } from '@client/ui/focus'
import { TextField } from '@client/ui/form/TextField'
import { WORDS_IN_LINE } from '@client/ui/styles'
import { EditForm } from '../edit/EditForm'
import { EditInPlace } from '../edit/EditInPlace'
import type { FormPart } from '../edit/conflict'
import {
  deletionOutcome,
  fieldsOf,
  SAVE_FAILED,
  type Saving,
  type SharedThing,
  useSaving,
  withWords,
} from '../edit/use-saving'
import { MemoryLetter } from './MemoryLetter'

/** A memory that keepers may edit, reply to or delete. */
export function EditableMemory({ memory }: { memory: Memory }) {
  const blockAuthor = useBlockAuthor()
  return (
    <Box sx={TOOLS}>
      <EditInPlace
        isEditing
        label="Изменить"
        about={aboutMemory(memory)}
        form={(close) => <MemoryEditForm memory={memory} onClose={close} />}
      >
        <MemoryLetter memory={memory} photo={memory} />
      </EditInPlace>
      <EditInPlace
        isEditing
        label={memory.reply ? 'Изменить ответ' : 'Ответить'}
        about={aboutMemory(memory)}
        form={(close) => <ReplyForm memory={memory} onClose={close} />}
      />
      <Box sx={{ ...WORDS_IN_LINE, mt: 1 }}>
        <BlockAuthorButton
          author={memory.author}
          block={() => blockAuthor({ id: memory.id, memorialId: memory.memorials_id })}
        />
        <DeleteMemory memory={memory} />
      </Box>
    </Box>
  )
}

/** Aligned with the text above. */
const TOOLS = { textAlign: 'start', '& > button': { ml: 0, mr: 1 } } as const

function DeleteMemory({ memory }: { memory: Memory }) {
  const [deleteMemory] = useDeleteMemoryMutation()
  const loss = `Слова за подписью «${memory.author}» исчезнут со страницы. Ещё 30 дней их можно вернуть из «Корзины» внизу неё.`

  return (
    <ConfirmButton
      variant="text"
      label="Удалить"
      fullLabel={`Удалить ${aboutMemory(memory)}`}
      questions={[{ title: 'Удалить воспоминание?', text: loss }]}
      action={async () => {
        const { error } = await deleteMemory({ id: memory.id, memorialId: memory.memorials_id })
        return deletionOutcome(error, 'Воспоминание удалено')
      }}
    />
  )
}

function aboutMemory({ author }: Memory): string {
  return `воспоминание, подпись: ${author}`
}

const schema = memoryDraftSchema.pick(['description', 'author']).shape({ voice_text: voiceTextField() })
/** A voice needs no words next to it. */
const voiceSchema = schema.shape({ description: longText(MEMORY_LABELS.description, MEMORY_MAX_LENGTH).default('') })
type Words = InferType<typeof schema>

const PARTS: FormPart<Words>[] = [
  { label: MEMORY_LABELS.description, fields: ['description'], isLong: true },
  { label: MEMORY_LABELS.voice_text, fields: ['voice_text'], isLong: true },
  { label: MEMORY_LABELS.author, fields: ['author'] },
]

/** The form in which keepers edit a memory. */
function MemoryEditForm({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { id, memorials_id: memorialId } = memory
  const [updateMemory] = useUpdateMemoryMutation()
  const saving = useSavingMemory<Words>(memory, {
    valuesOf: wordsOf,
    parts: PARTS,
    saved: withWords,
    send: (words, before) => updateMemory({ id, memorialId, ...changeOf(words, memory, before) }),
  })
  return (
    <EditForm
      {...saving}
      schema={memory.voice ? voiceSchema : schema}
      savedText="Воспоминание сохранено"
      onClose={onClose}
      draftOf={['edited-memory', id]}
    >
      <WordsFields name="description" label={MEMORY_LABELS.description} rows={5} hasVoice={memory.voice !== null} />
      <TextField name="author" label={MEMORY_LABELS.author} required autoCapitalize="words" />
    </EditForm>
  )
}

function wordsOf({ description, author, voice }: Memory): Words {
  return { description, author, voice_text: voice?.text ?? '' }
}

/** The form has no value for an emptied field, hence the default. */
export function voiceTextField() {
  return longText(MEMORY_LABELS.voice_text, VOICE_TEXT_MAX_LENGTH).default('')
}

/** What is sent of edited words: the text of a voice only where there is one. */
export function changeOf<Thing extends Pick<Memory, 'voice'>, Words extends { voice_text: string }>(
  { voice_text, ...words }: Words,
  { voice }: Thing,
  before: Thing,
) {
  const expected = fieldsOf(before, words)
  if (!voice) return { change: words, expected }
  return { change: { ...words, voice_text }, expected: { ...expected, voice_text: before.voice?.text ?? null } }
}

interface WordsFieldsProps {
  name: string
  label: string
  /** Without a voice. */
  rows: number
  hasVoice: boolean
}

/** The words, and what is said in the voice that was left with them. */
export function WordsFields({ name, label, rows, hasVoice }: WordsFieldsProps) {
  return (
    <>
      {hasVoice && (
        <TextField
          name="voice_text"
          label={MEMORY_LABELS.voice_text}
          hint="Что сказано в записи: для тех, кто не слышит."
          rows={5}
          autoCapitalize="sentences"
        />
      )}
      <TextField name={name} label={label} required={!hasVoice} rows={hasVoice ? 2 : rows} autoCapitalize="sentences" />
    </>
  )
}

/** The form has no value for an emptied field, hence the default. */
const replySchema = object({ text: longText(MEMORY_LABELS.reply, REPLY_MAX_LENGTH).default('') })
type ReplyValues = InferType<typeof replySchema>

const REPLY_PARTS: FormPart<ReplyValues>[] = [{ label: MEMORY_LABELS.reply, fields: ['text'], isLong: true }]

/** The form for the reply to a memory. An empty reply deletes it. */
function ReplyForm({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { id, memorials_id: memorialId, author } = memory
  const [replyToMemory] = useReplyToMemoryMutation()
  const { initialValues, save, conflict } = useSavingMemory<ReplyValues>(memory, {
    valuesOf: replyOf,
    parts: REPLY_PARTS,
    saved: (before, { text }) => ({ ...before, reply: text }),
    send: ({ text }, before) => replyToMemory({ id, memorialId, text, expected: { reply: before.reply } }),
  })
  return (
    <EditForm
      initialValues={initialValues}
      schema={replySchema}
      save={save}
      conflict={conflict}
      savedText="Ответ сохранён"
      onClose={onClose}
      draftOf={['reply', id]}
    >
      <TextField
        name="text"
        label={`${MEMORY_LABELS.reply} на слова за подписью «${author}»`}
        hint="Его увидят все, кто читает страницу. О первом ответе мы напишем автору, если знаем его адрес. Чтобы убрать ответ, сотрите текст."
        rows={4}
        autoCapitalize="sentences"
      />
    </EditForm>
  )
}

function replyOf({ reply }: Memory): ReplyValues {
  return { text: reply ?? '' }
}

/** Authors whose new memories are hidden from everyone, for keepers. Renders nothing if there are none. */
export function BlockedAuthors({ memorialId }: { memorialId: number }) {
  const { data: authors = [] } = useGetBlockedAuthorsQuery(memorialId, { refetchOnMountOrArgChange: true })
  const [unblock] = useUnblockAuthorMutation()

  return (
    <Box {...FOCUS_AREA} sx={{ maxWidth: 640, mx: 'auto', textAlign: 'start' }}>
      {authors.length > 0 && (
        <>
          <Typography variant="h4" component="h3" sx={{ mt: 5 }}>
            Чьи слова не принимаются
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            Новые слова, рассказы и уточнения этих людей никто не увидит, и вопросов страница им не задаст. Они об этом
            не знают.
          </Typography>
        </>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {authors.map(({ id, author_email: email, author }) => (
          <Box component="li" key={id} sx={ROW}>
            <Typography sx={{ flex: '1 1 220px', overflowWrap: 'anywhere' }}>
              {email ?? `${author} · ответ на вопрос`}
            </Typography>
            <ConfirmButton
              label="Принимать снова"
              fullLabel={`Принимать снова слова ${whoseWords({ email, author })}`}
              size="small"
              isDestructive={false}
              progressText="Сохраняем..."
              questions={[
                {
                  title: 'Принимать слова снова?',
                  text: `Слова ${whoseWords({ email, author })} снова будут приходить вам на проверку.`,
                },
              ]}
              action={async () => {
                const { error } = await unblock({ id, memorialId })
                return okOrNotFound(error)
                  ? { isDone: true, message: 'Слова этого автора снова принимаются' }
                  : { isDone: false, message: actionFailure(error) }
              }}
            />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function whoseWords({ email, author }: { email: string | null; author: string | null }): string {
  return email === null ? `за подписью «${author}»` : `от ${email}`
}

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, py: 1.5 } as const

const DELETED =
  'Пока вы писали, эти слова удалили. Если вернуть их из «Корзины» внизу страницы, то, что вы написали, можно будет сохранить.'

/** Saves a keeper's edits of a memory, but does not overwrite what another keeper has saved. */
function useSavingMemory<Values extends FormikValues>(
  memory: Memory,
  form: Pick<SharedThing<Memory, Values>, 'valuesOf' | 'parts' | 'saved' | 'send'>,
): Saving<Values> {
  const readAgain = useReadAgain(memory)
  return useSaving<Memory, Values>({
    thing: memory,
    readAgain,
    failedText: SAVE_FAILED,
    deleted: { text: DELETED },
    ...form,
  })
}

/** A memory can only be read in lists, and newer ones may have moved it to another page. */
function useReadAgain({ id, memorials_id: memorialId }: Memory): () => Promise<Memory | undefined> {
  const [readPage] = useLazyGetMemoriesQuery()

  return async () => {
    for (let offset = 0; ; offset += PAGE_SIZE_MAX) {
      const { data } = await readPage({ memorialId, offset, limit: PAGE_SIZE_MAX })
      const found = data?.result.find((memory) => memory.id === id)
      if (found || !data || offset + PAGE_SIZE_MAX >= data.total) return found
    }
  }
}
