import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type PropsWithChildren,
  type ReactNode,
  type Ref,
  Fragment,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ArchiveItem, ArchiveKind } from '@contract/archive'
import { ALBUM_PARAMETER, ARCHIVE_KINDS, photosIn, WHOLE_ALBUM } from '@contract/archive-kinds'
import type { Memorial } from '@contract/memorial'
import { countedOnOneLine, PHOTOS } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import { whenAndWho } from '@contract/when-and-who'
import { archiveApi, type ArchiveOf, useGetArchiveQuery } from '@client/api/archive-api'
import { LoadFailed } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { FOCUS_AREA } from '@client/ui/focus'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { PartButton, useOpenPart, WhileOpen } from '../edit/EditInPlace'
import { EditableItems, Uploader, UploadList } from '../edit-mode'
import { OpenablePhotos } from './OpenablePhotos'
import { Recordings } from './Recordings'
import { Thumbnail } from './Thumbnail'
import { ARCHIVE_TEXTS, itemName, WhenAndWho } from './archive-texts'
import { albumSizes, PhotoAlbum, placeOf, SHAPE_RULES, yearsAbove } from './photo-lists'
import { ALBUM_ID, useAlbum } from './use-album'

export interface ArchivesProps extends ArchiveSectionProps {
  ref?: Ref<HTMLDivElement>
}

/** Photos, audio and video of an advanced memorial. */
export function Archives({ ref, ...section }: ArchivesProps) {
  return (
    <Box ref={ref} tabIndex={-1} data-album sx={ARCHIVES}>
      {ARCHIVE_KINDS.map((kind) => (
        <ArchiveSection key={kind} kind={kind} {...section} />
      ))}
    </Box>
  )
}

const ARCHIVES = {
  ...SHAPE_RULES,
  display: 'flex',
  flexDirection: 'column',
  gap: { xs: 7, md: 11 },
  outline: 'none !important',
  // Nothing of an archive without items is there, and no space for it.
  '&:empty': { display: 'none' },
} as const

export function ArchiveSection({ kind, ...props }: ArchiveSectionProps & { kind: ArchiveKind }) {
  return kind === 'photo' ? <PhotoSection {...props} /> : <RecordingSection kind={kind} {...props} />
}

interface ArchiveSectionProps {
  memorial: Memorial
  isEditing: boolean
  /** Whether the reader is a keeper: uploads continue after the edit mode ends. */
  isKeeper: boolean
}

function PhotoSection({ memorial, isEditing, isKeeper }: ArchiveSectionProps) {
  const archive = { kind: 'photo', memorialId: memorial.id } as const
  const [isWhole, setWhole] = useState(false)
  const { photos, total, first } = useAlbum(memorial.id, { limit: photosIn(useSearchParams()[0]) })
  // What keepers change is changed in the whole album. A copy of an earlier version has nothing else.
  const wantsAll = isWhole || isKeeper || first.isError
  const all = useArchive(archive, !wantsAll)
  const renew = useMediaRefetch(wantsAll ? all : first)
  // Hundreds of photos render in the background, so that the page stays responsive.
  const shown = useDeferredValue(photos)
  const part = useOpenPart(ALBUM_ID)
  const isOpen = useDeferredValue(isEditing && part.isOpen)
  useEffect(() => {
    const showAll = () => setWhole(true)
    window.addEventListener('beforeprint', showAll)
    return () => window.removeEventListener('beforeprint', showAll)
  }, [])

  return (
    <ArchiveFrame
      {...{ archive, memorial, isEditing, isKeeper, part, isOpen }}
      items={photos}
      query={wantsAll ? all : first}
      tools={
        all.data &&
        shown &&
        shown.length > 0 && (
          <div onErrorCapture={renew}>
            <EditableItems
              archive={archive}
              items={all.data}
              shownItems={shown}
              isRenewing={all.isFetching}
              isHidden={!isOpen}
            />
          </div>
        )
      }
    >
      {shown && shown.length > 0 && (
        <div onErrorCapture={renew}>
          <OpenablePhotos photos={shown} mayPropose={!isKeeper}>
            {(open) => (
              <Album
                photos={shown}
                onOpen={(id) => {
                  open(id)
                  setWhole(true)
                }}
              />
            )}
          </OpenablePhotos>
        </div>
      )}
      {photos && photos.length < total && (
        <Button
          component="a"
          href={`?${ALBUM_PARAMETER}=${WHOLE_ALBUM}#${ALBUM_ID}`}
          variant="outlined"
          aria-disabled={all.isFetching}
          onClick={(event) => {
            event.preventDefault()
            setWhole(true)
          }}
          sx={MORE}
        >
          {all.isFetching ? 'Открываем…' : `Показать все ${countedOnOneLine(total, PHOTOS)}`}
        </Button>
      )}
    </ArchiveFrame>
  )
}

const MORE = { mt: 4, '@media print': { display: 'none' } } as const

type RecordingSectionProps = ArchiveSectionProps & { kind: Exclude<ArchiveKind, 'photo'> }

function RecordingSection({ kind, memorial, isEditing, isKeeper }: RecordingSectionProps) {
  const archive = { kind, memorialId: memorial.id }
  const query = useArchive(archive)
  const renew = useMediaRefetch(query)
  const { data: items, isFetching: isRenewing } = query
  const part = useOpenPart(kind)
  const isOpen = isEditing && part.isOpen

  return (
    <ArchiveFrame
      {...{ archive, memorial, isEditing, isKeeper, query, items, part, isOpen }}
      tools={
        items &&
        items.length > 0 && (
          <div onErrorCapture={renew}>
            <EditableItems archive={archive} items={items} shownItems={items} isRenewing={isRenewing} />
          </div>
        )
      }
    >
      {items && items.length > 0 && (
        <div onErrorCapture={renew}>
          <Recordings kind={kind} items={items} isRenewing={isRenewing} mayPropose={!isKeeper} />
        </div>
      )}
    </ArchiveFrame>
  )
}

interface ArchiveFrameProps extends ArchiveSectionProps {
  archive: ArchiveOf
  /** Undefined until they are known. */
  items: ArchiveItem[] | undefined
  query: { isError: boolean; refetch: () => unknown }
  part: ReturnType<typeof useOpenPart>
  /** Whether keepers see their tools. */
  isOpen: boolean
  /** The items as keepers change them, in place of the children. */
  tools: ReactNode
}

/** An archive with its heading, and what keepers do to it. An empty one is there for them only. */
function ArchiveFrame(props: PropsWithChildren<ArchiveFrameProps>) {
  const { archive, memorial, isEditing, isKeeper, items, query, part, isOpen, tools, children } = props
  const { title, failed } = ARCHIVE_TEXTS[archive.kind]
  const hasFailed = !items && query.isError
  const uploads = isKeeper && <UploadList archive={archive} />

  if (!isEditing && !hasFailed && !items?.length) return uploads || null
  return (
    <Section id={archive.kind === 'photo' ? ALBUM_ID : archive.kind} title={title}>
      <Box {...FOCUS_AREA}>
        {isEditing && (
          <PartButton
            {...part}
            label={items?.length ? 'Добавить или изменить' : 'Добавить'}
            about={title.toLowerCase()}
          />
        )}
        {uploads}
        {hasFailed && <LoadFailed onRetry={() => void query.refetch()}>{failed}</LoadFailed>}
        {isKeeper ? (
          <WhileOpen
            isOpen={isOpen}
            isEditing={isEditing}
            tools={() => (
              <>
                <Uploader kind={archive.kind} memorial={memorial} />
                {tools}
              </>
            )}
          >
            {children}
          </WhileOpen>
        ) : (
          children
        )}
      </Box>
    </Section>
  )
}

function Album({ photos, onOpen }: { photos: ArchiveItem[]; onOpen: (id: number) => void }) {
  const years = yearsAbove(photos)
  return (
    <PhotoAlbum>
      {photos.map((photo, index) => {
        const place = placeOf(photo, index)
        const year = years[index]
        return (
          <Fragment key={photo.id}>
            {year && (
              <li data-year>
                <h3>{year}</h3>
              </li>
            )}
            <li {...place}>
              <Thumbnail
                photoId={photo.id}
                path={photo.file_path}
                width={photo.width}
                height={photo.height}
                preview={photo.preview}
                name={itemName('photo', photo, index)}
                albumSizes={albumSizes(place)}
                onOpen={() => onOpen(photo.id)}
              />
              <Caption photo={photo} />
            </li>
          </Fragment>
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

/** Conversions of films take minutes. */
const LOOK_AGAIN_MS = 20_000

/** The items of an archive; polled while the server converts a film in it. */
function useArchive(archive: ArchiveOf, skip = false) {
  const { isWaiting } = archiveApi.endpoints.getArchive.useQueryState(archive, {
    selectFromResult: ({ data = [] }) => ({ isWaiting: data.some((item) => item.is_being_prepared) }),
  })
  return useGetArchiveQuery(archive, { skip, pollingInterval: isWaiting ? LOOK_AGAIN_MS : 0 })
}
