import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { InferType } from 'yup'
import { lineOfText, longText, REQUIRED } from '@contract/fields'
import { QUESTION_MAX_LENGTH, STORY_MAX_LENGTH } from '@contract/limits'
import { MEMORY_LABELS } from '@contract/memory'
import { storyAnchor } from '@contract/paths'
import { QUESTION_LABELS, type Story, storyDraftSchema } from '@contract/questions'
import { actionFailure } from '@client/api/errors'
import { useLazyGetStoriesQuery } from '@client/api/memory-api'
import { useDeleteStoryMutation, useOrderStoriesMutation, useUpdateStoryMutation } from '@client/api/question-api'
import { useBlockAuthor } from '@client/store/use-block-author'
import { BlockAuthorButton } from '@client/ui/BlockAuthorButton'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA } from '@client/ui/focus'
import { TextField } from '@client/ui/form/TextField'
import { WORDS_IN_LINE } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'
import type { FormPart } from '../edit/conflict'
import { EditForm } from '../edit/EditForm'
import { EditInPlace } from '../edit/EditInPlace'
import { deletionOutcome, SAVE_FAILED, useSaving, withWords } from '../edit/use-saving'
import { changeOf, voiceTextField, WordsFields } from '../memories/EditableMemory'
import { LetterList, StoryLetter } from '../memories/MemoryLetter'

const NOT_MOVED = 'Переставить не получилось. Пожалуйста, попробуйте ещё раз.'

export interface EditableStoriesProps {
  memorialId: number
  stories: Story[]
}

/** The stories of a page, which keepers mend, put in order and delete. */
export function EditableStories({ memorialId, stories }: EditableStoriesProps) {
  const [orderStories, { isLoading }] = useOrderStoriesMutation()
  const blockAuthor = useBlockAuthor()
  const toast = useToast()

  async function move(from: number, to: number): Promise<void> {
    if (isLoading) return
    const ids = stories.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (moved === undefined) return
    ids.splice(to, 0, moved)
    const { error } = await orderStories({ memorialId, ids })
    if (error) toast.error(actionFailure(error, { fallback: NOT_MOVED }))
  }

  return (
    <Box {...FOCUS_AREA}>
      <LetterList>
        {stories.map((story, index) => (
          <Box component="li" key={story.id} id={storyAnchor(story.id)} sx={{ textAlign: 'start' }}>
            <EditInPlace
              isEditing
              label="Изменить"
              about={aboutStory(story)}
              form={(close) => <StoryForm memorialId={memorialId} story={story} onClose={close} />}
            >
              <StoryLetter story={story} />
            </EditInPlace>
            <Box sx={{ ...WORDS_IN_LINE, mt: 1 }}>
              {index > 0 && (
                <Button
                  aria-label={`Поставить раньше ${aboutStory(story)}`}
                  onClick={() => void move(index, index - 1)}
                >
                  ↑
                </Button>
              )}
              {index < stories.length - 1 && (
                <Button aria-label={`Поставить позже ${aboutStory(story)}`} onClick={() => void move(index, index + 1)}>
                  ↓
                </Button>
              )}
              <BlockAuthorButton
                author={story.author}
                block={() => blockAuthor({ of: 'stories', id: story.id, memorialId })}
              />
              <DeleteStory memorialId={memorialId} story={story} />
            </Box>
          </Box>
        ))}
      </LetterList>
    </Box>
  )
}

function DeleteStory({ memorialId, story }: { memorialId: number; story: Story }) {
  const [deleteStory] = useDeleteStoryMutation()
  const loss = `Рассказ за подписью «${story.author}» исчезнет со страницы. Ещё 30 дней его можно вернуть из «Корзины» внизу неё.`
  return (
    <ConfirmButton
      variant="text"
      label="Удалить"
      fullLabel={`Удалить ${aboutStory(story)}`}
      questions={[{ title: 'Удалить рассказ?', text: loss }]}
      action={async () => deletionOutcome((await deleteStory({ id: story.id, memorialId })).error, 'Рассказ удалён')}
    />
  )
}

function aboutStory({ author }: Story): string {
  return `рассказ, подпись: ${author}`
}

const schema = storyDraftSchema.pick(['text']).shape({
  question: lineOfText(QUESTION_LABELS.text, QUESTION_MAX_LENGTH).required(REQUIRED(QUESTION_LABELS.text)),
  voice_text: voiceTextField(),
})
/** A voice needs no words next to it. */
const voiceSchema = schema.shape({ text: longText(QUESTION_LABELS.story, STORY_MAX_LENGTH).default('') })
type Values = InferType<typeof schema>

const PARTS: FormPart<Values>[] = [
  { label: QUESTION_LABELS.text, fields: ['question'] },
  { label: MEMORY_LABELS.voice_text, fields: ['voice_text'], isLong: true },
  { label: QUESTION_LABELS.story, fields: ['text'], isLong: true },
]
const DELETED =
  'Пока вы писали, этот рассказ удалили. Если вернуть его из «Корзины» внизу страницы, то, что вы написали, можно будет сохранить.'

function StoryForm({ memorialId, story, onClose }: { memorialId: number; story: Story; onClose: () => void }) {
  const { id } = story
  const [updateStory] = useUpdateStoryMutation()
  const [readStories] = useLazyGetStoriesQuery()
  const saving = useSaving<Story, Values>({
    thing: story,
    valuesOf: ({ question, text, voice }) => ({ question, text, voice_text: voice?.text ?? '' }),
    parts: PARTS,
    saved: withWords,
    send: (words, before) => updateStory({ id, memorialId, ...changeOf(words, story, before) }),
    readAgain: async () => (await readStories(memorialId)).data?.result.find((one) => one.id === id),
    failedText: SAVE_FAILED,
    deleted: { text: DELETED },
  })
  return (
    <EditForm {...saving} schema={story.voice ? voiceSchema : schema} savedText="Рассказ сохранён" onClose={onClose}>
      <TextField name="question" label={QUESTION_LABELS.text} required autoCapitalize="sentences" />
      <WordsFields name="text" label={QUESTION_LABELS.story} rows={6} hasVoice={story.voice !== null} />
    </EditForm>
  )
}
