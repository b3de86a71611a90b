import Typography from '@mui/material/Typography'
import type { Story } from '@contract/questions'
import { typeset } from '@contract/typeset'
import { useGetStoriesQuery } from '@client/api/memory-api'
import { MemoryPhoto } from '@client/ui/MemoryPhoto'
import { Section } from '@client/ui/Page'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { EditableStories } from '../edit-mode'
import { LetterList } from '../memories/MemoriesSection'
import { MemoryLetter } from '../memories/MemoryLetter'
import { SECTIONS } from '../VisitorLinks'

export interface StoriesSectionProps {
  memorialId: number
  isEditing: boolean
}

/** What those who were asked have told, in the order of the keepers. Renders nothing if there is none. */
export function StoriesSection({ memorialId, isEditing }: StoriesSectionProps) {
  const query = useGetStoriesQuery(memorialId)
  const renew = useMediaRefetch(query)
  const stories = query.data?.result ?? []
  if (stories.length === 0) return null
  return (
    <Section id={SECTIONS.stories} title="Рассказы">
      {isEditing ? (
        <EditableStories memorialId={memorialId} stories={stories} />
      ) : (
        <LetterList onErrorCapture={renew}>
          {stories.map((story) => (
            <li key={story.id}>
              <StoryLetter story={story} />
            </li>
          ))}
        </LetterList>
      )}
    </Section>
  )
}

/** A question, and what was told. */
export function StoryLetter({ story: { question, author, relation, text, photos, told_at } }: { story: Story }) {
  const who = [author, relation].filter(Boolean).join(', ')
  return (
    <>
      <Typography
        variant="h4"
        component="h3"
        sx={{ mb: 1.5, textAlign: 'start', fontStyle: 'italic', fontWeight: 400 }}
      >
        {typeset(question)}
      </Typography>
      <MemoryLetter
        memory={{ description: text, author: who, created_at: told_at }}
        picture={photos.map(({ file_path, width, height }) => (
          <MemoryPhoto key={file_path} author={who} photo_path={file_path} photo_width={width} photo_height={height} />
        ))}
      />
    </>
  )
}
