import Skeleton from '@mui/material/Skeleton'
import type { ArchiveKind } from '@contract/archive'
import { Loading } from '@client/ui/Loading'
import { READING_WIDTH } from '../MemorialArticle'
import { PhotoAlbum } from './photo-lists'

const PHOTOS_OF_SKELETON = 3

/** Reserves the space of an archive that is loading. */
export function ArchiveLoading({ kind }: { kind: ArchiveKind }) {
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
