import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ARCHIVE_KINDS, type ArchiveKind } from '@contract/archive'
import { ADVANCED, type Memorial } from '@contract/memorial'
import type { TrashedStory } from '@contract/questions'
import type { TrashedItem, TrashedMemory } from '@contract/trash'
import {
  destroyOutcome,
  type InTrash,
  restoreOutcome,
  useDestroyAllInTrashMutation,
  useDestroyInTrashMutation,
  useGetTrashedItemsQuery,
  useGetTrashedMemoriesQuery,
  useGetTrashedStoriesQuery,
  useRestoreFromTrashMutation,
} from '@client/api/trash-api'
import { megabytes } from '@client/lib/formats'
import { FOCUS_AREA, passFocusUp } from '@client/ui/focus'
import { Section } from '@client/ui/Page'
import { TrashEntry, TrashList } from '@client/ui/TrashList'
import { ARCHIVE_TEXTS } from '../archives/archive-texts'

const BEGINNING = 120

/** Deleted archive items, memories and stories, for keepers. Renders nothing if there are none. */
export function TrashSection({ memorial }: { memorial: Memorial }) {
  const { id: memorialId } = memorial
  const words = useGetTrashedMemoriesQuery(memorialId, { refetchOnMountOrArgChange: true }).data ?? []
  const stories = useGetTrashedStoriesQuery(memorialId, { refetchOnMountOrArgChange: true }).data ?? []
  const items = useTrashedItems(memorial)
  const [destroyAll] = useDestroyAllInTrashMutation()
  const bytes = items.reduce((sum, { item }) => sum + item.size_bytes, 0)

  const all = (): InTrash[] => [
    ...items.map(({ kind, item: { id } }) => ({ memorialId, kind, id })),
    ...words.map(({ id }) => ({ memorialId, kind: 'words' as const, id })),
    ...stories.map(({ id }) => ({ memorialId, kind: 'stories' as const, id })),
  ]
  const count = items.length + words.length + stories.length

  if (count === 0) return null
  return (
    <Section title="Корзина">
      <Box {...FOCUS_AREA} ref={passFocusUp} sx={{ ...FOCUS_AREA.sx, maxWidth: 640, mx: 'auto', textAlign: 'left' }}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          Удалённое лежит здесь 30 дней, и видят его только те, кто хранит страницу.
          {bytes > 0 &&
            ` Файлы в корзине занимают место в хранилище: ${megabytes(bytes)}. Если место нужно сейчас, удалите их навсегда.`}
        </Typography>
        <TrashList
          count={count}
          loss="Всё, что в ней лежит, исчезнет сразу. Восстановить его не сможет никто, и поддержка тоже."
          destroyAll={async () => destroyOutcome(await destroyAll(all()))}
        >
          {items.map(({ kind, item }) => (
            <ItemEntry key={`${kind}-${item.id}`} memorialId={memorialId} kind={kind} item={item} />
          ))}
          {words.map((memory) => (
            <MemoryEntry key={`words-${memory.id}`} memorialId={memorialId} memory={memory} />
          ))}
          {stories.map((story) => (
            <StoryEntry key={`stories-${story.id}`} memorialId={memorialId} story={story} />
          ))}
        </TrashList>
      </Box>
    </Section>
  )
}

/** A basic memorial has no archives, so nothing is requested for it. */
function useTrashedItems({ id: memorialId, profile_rate }: Memorial): { kind: ArchiveKind; item: TrashedItem }[] {
  const options = { skip: profile_rate !== ADVANCED, refetchOnMountOrArgChange: true }
  const lists: Record<ArchiveKind, TrashedItem[] | undefined> = {
    photo: useGetTrashedItemsQuery({ kind: 'photo', memorialId }, options).data,
    audio: useGetTrashedItemsQuery({ kind: 'audio', memorialId }, options).data,
    video: useGetTrashedItemsQuery({ kind: 'video', memorialId }, options).data,
  }
  return ARCHIVE_KINDS.flatMap((kind) => (lists[kind] ?? []).map((item) => ({ kind, item })))
}

function ItemEntry({
  memorialId,
  kind,
  item,
}: Omit<InTrash, 'id' | 'kind'> & { kind: ArchiveKind; item: TrashedItem }) {
  const [restore] = useRestoreFromTrashMutation()
  const [destroy] = useDestroyInTrashMutation()
  const what = { memorialId, kind, id: item.id }
  return (
    <TrashEntry
      name={item.description ?? ARCHIVE_TEXTS[kind].item}
      preview={item.preview}
      details={[item.date_text, item.people].filter(Boolean).join(', ') || undefined}
      destroyedAt={item.destroyed_at}
      loss={ARCHIVE_TEXTS[kind].loss}
      restore={async () => restoreOutcome(await restore(what))}
      destroy={async () => destroyOutcome(await destroy(what))}
    />
  )
}

function StoryEntry({ memorialId, story }: { memorialId: number; story: TrashedStory }) {
  const [restore] = useRestoreFromTrashMutation()
  const [destroy] = useDestroyInTrashMutation()
  const what = { memorialId, kind: 'stories', id: story.id } as const
  return (
    <TrashEntry
      name={`Рассказ, подпись: ${story.author}`}
      preview={null}
      details={[story.has_voice && 'Рассказ голосом.', story.question].filter(Boolean).join(' ')}
      destroyedAt={story.destroyed_at}
      loss="Рассказ пропадёт насовсем."
      restore={async () => restoreOutcome(await restore(what))}
      destroy={async () => destroyOutcome(await destroy(what))}
    />
  )
}

function MemoryEntry({ memorialId, memory }: { memorialId: number; memory: TrashedMemory }) {
  const [restore] = useRestoreFromTrashMutation()
  const [destroy] = useDestroyInTrashMutation()
  const { id, author, description, photo_preview: preview, has_voice, destroyed_at: destroyedAt } = memory
  const shortened = description.length > BEGINNING ? `${description.slice(0, BEGINNING)}…` : description
  const what = { memorialId, kind: 'words', id } as const
  return (
    <TrashEntry
      name={`Слова памяти, подпись: ${author}`}
      preview={preview}
      details={[has_voice && 'Рассказ голосом.', shortened].filter(Boolean).join(' ')}
      destroyedAt={destroyedAt}
      loss="Слова пропадут насовсем."
      restore={async () => restoreOutcome(await restore(what))}
      destroy={async () => destroyOutcome(await destroy(what))}
    />
  )
}
