import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type Ref, useDeferredValue } from 'react'
import type { ArchiveItem, ArchiveKind } from '@contract/archive'
import { ARCHIVE_KINDS } from '@contract/archive-kinds'
import type { Memorial } from '@contract/memorial'
import { typeset } from '@contract/typeset'
import { whenAndWho } from '@contract/when-and-who'
import { archiveApi, type ArchiveOf, useGetArchiveQuery } from '@client/api/archive-api'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { FOCUS_AREA } from '@client/ui/focus'
import { useInView } from '@client/ui/use-in-view'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { READING_WIDTH, WIDE_WIDTH } from '../MemorialArticle'
import { EditableItems, Uploader, UploadList } from '../edit-mode'
import { OpenablePhotos } from './OpenablePhotos'
import { Recordings } from './Recordings'
import { Thumbnail } from './Thumbnail'
import { ARCHIVE_TEXTS, itemName, WhenAndWho } from './archive-texts'
import { albumStyle, PhotoAlbum, type PhotoPlace, placesOf } from './photo-lists'

export interface ArchivesProps extends Omit<ArchiveSectionProps, 'kind'> {
  ref?: Ref<HTMLDivElement>
}

/** Photos, audio and video of an advanced memorial. */
export function Archives({ ref, ...section }: ArchivesProps) {
  return (
    <Box ref={ref} tabIndex={-1} data-wide sx={ARCHIVES}>
      {ARCHIVE_KINDS.map((kind) => (
        <ArchiveSection key={kind} kind={kind} {...section} />
      ))}
    </Box>
  )
}

const ARCHIVES = {
  display: 'flex',
  flexDirection: 'column',
  gap: { xs: 7, md: 11 },
  outline: 'none !important',
} as const

interface ArchiveSectionProps {
  kind: ArchiveKind
  memorial: Memorial
  isEditing: boolean
  /** Whether the reader is a keeper: uploads continue after the edit mode ends. */
  isKeeper: boolean
}

/** One archive. Its items are fetched shortly before it scrolls into view. */
export function ArchiveSection({ kind, memorial, isEditing, isKeeper }: ArchiveSectionProps) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const archive = { kind, memorialId: memorial.id }

  return (
    <Section title={ARCHIVE_TEXTS[kind].title}>
      <Box ref={ref} {...FOCUS_AREA}>
        {isEditing && <Uploader kind={kind} memorial={memorial} />}
        {isKeeper && <UploadList archive={archive} />}
        {isInView ? <ArchiveItems archive={archive} isEditing={isEditing} /> : <ArchiveLoading kind={kind} />}
      </Box>
    </Section>
  )
}

export interface ArchiveItemsProps {
  archive: ArchiveOf
  isEditing: boolean
}

/** The items of an archive. */
function ArchiveItems({ archive, isEditing }: ArchiveItemsProps) {
  const query = useArchive(archive)
  const { data, isError, isFetching, refetch } = query
  // Hundreds of photos render in the background, so that the page stays responsive.
  const items = useDeferredValue(data)
  const isEditingItems = useDeferredValue(isEditing)
  const renew = useMediaRefetch(query)
  const { empty, failed } = ARCHIVE_TEXTS[archive.kind]

  if (!items && isError) return <LoadFailed onRetry={() => void refetch()}>{failed}</LoadFailed>
  if (!items) return <ArchiveLoading kind={archive.kind} />
  if (items.length === 0)
    return (
      <Typography data-not-printed color="textSecondary">
        {empty}
      </Typography>
    )

  return (
    <div onErrorCapture={renew}>
      {isEditingItems ? (
        <EditableItems archive={archive} items={data ?? items} shownItems={items} isRenewing={isFetching} />
      ) : archive.kind === 'photo' ? (
        <Photos items={items} />
      ) : (
        <Recordings kind={archive.kind} items={items} isRenewing={isFetching} />
      )}
    </div>
  )
}

/** Photos as an album; a press opens one in the lightbox. */
function Photos({ items }: { items: ArchiveItem[] }) {
  return <OpenablePhotos photos={items}>{(open) => <Album photos={items} onOpen={open} />}</OpenablePhotos>
}

function Album({ photos, onOpen }: { photos: ArchiveItem[]; onOpen: (id: number) => void }) {
  const places = placesOf(photos)
  return (
    <PhotoAlbum>
      {photos.map((photo, index) => {
        const place = places[index] as PhotoPlace
        return (
          <li key={photo.id} data-alone={place.share === 1 || undefined} style={albumStyle(place)}>
            <Thumbnail
              photoId={photo.id}
              path={photo.file_path}
              width={photo.width}
              height={photo.height}
              name={itemName('photo', photo, index)}
              albumSizes={albumSizes(place)}
              onOpen={() => onOpen(photo.id)}
            />
            <Caption photo={photo} />
          </li>
        )
      })}
    </PhotoAlbum>
  )
}

function Caption({ photo }: { photo: ArchiveItem }) {
  if (!photo.description && !whenAndWho(photo)) return null
  return (
    <p>
      {/* The picture above has the same text as its accessible name. */}
      {photo.description && <span aria-hidden>{typeset(photo.description)}</span>}
      <WhenAndWho item={photo} />
    </p>
  )
}

/** On phones a photo is as wide as the display. At a high pixel density two thirds of the pixels look the same. */
function albumSizes({ share }: PhotoPlace): string {
  const width = Math.round(share * WIDE_WIDTH)
  return `(min-width: ${WIDE_WIDTH}px) ${width}px, (min-width: 600px) ${Math.round(share * 100)}vw, (min-resolution: 2dppx) 62vw, 94vw`
}

/** Conversions of films take minutes. */
const LOOK_AGAIN_MS = 20_000

/** The items of an archive; polled while the server converts a film in it. */
function useArchive(archive: ArchiveOf) {
  const { isWaiting } = archiveApi.endpoints.getArchive.useQueryState(archive, {
    selectFromResult: ({ data = [] }) => ({ isWaiting: data.some((item) => item.is_being_prepared) }),
  })
  return useGetArchiveQuery(archive, { pollingInterval: isWaiting ? LOOK_AGAIN_MS : 0 })
}

const PHOTOS_OF_SKELETON = 3

/** Reserves the space of an archive that is loading. */
function ArchiveLoading({ kind }: { kind: ArchiveKind }) {
  return <Loading>{kind === 'photo' ? <PhotosSkeleton /> : <RecordingSkeleton kind={kind} />}</Loading>
}

function PhotosSkeleton() {
  return (
    <PhotoAlbum>
      {Array.from({ length: PHOTOS_OF_SKELETON }, (_nothing, index) => (
        <li key={index}>
          <Skeleton animation={false} variant="rounded" sx={{ height: 'auto' }} />
        </li>
      ))}
    </PhotoAlbum>
  )
}

function RecordingSkeleton({ kind }: { kind: ArchiveKind }) {
  const shape = kind === 'video' ? { height: 'auto', aspectRatio: '16 / 9' } : { height: 54 }
  return <Skeleton animation={false} variant="rounded" sx={{ maxWidth: READING_WIDTH, mx: 'auto', ...shape }} />
}
