import { storyAnchor } from '@contract/paths'
import { useGetStoriesQuery } from '@client/api/memory-api'
import { Section } from '@client/ui/Page'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { PartButton, useOpenPart, WhileOpen } from '../edit/EditInPlace'
import { EditableStories } from '../edit-mode'
import { LetterList, StoryLetter } from '../memories/MemoryLetter'
import { SECTIONS } from '../VisitorLinks'

export interface StoriesSectionProps {
  memorialId: number
  isEditing: boolean
}

/** What those who were asked have told, in the order of the keepers. Renders nothing if there is none. */
export function StoriesSection({ memorialId, isEditing }: StoriesSectionProps) {
  const query = useGetStoriesQuery(memorialId)
  const renew = useMediaRefetch(query)
  const part = useOpenPart(SECTIONS.stories)
  const stories = query.data?.result ?? []
  if (stories.length === 0) return null
  const letters = (
    <LetterList onErrorCapture={renew}>
      {stories.map((story) => (
        <li key={story.id} id={storyAnchor(story.id)}>
          <StoryLetter story={story} />
        </li>
      ))}
    </LetterList>
  )
  return (
    <Section id={SECTIONS.stories} title="Рассказы">
      {isEditing && <PartButton {...part} label="Изменить" about="рассказы" />}
      {isEditing ? (
        <WhileOpen isOpen={part.isOpen} tools={() => <EditableStories memorialId={memorialId} stories={stories} />}>
          {letters}
        </WhileOpen>
      ) : (
        letters
      )}
    </Section>
  )
}
