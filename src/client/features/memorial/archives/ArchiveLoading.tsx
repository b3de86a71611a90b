import Skeleton from '@mui/material/Skeleton'
import type { ArchiveKind } from '@contract/archive'
import { Loading } from '@client/ui/Loading'
import { PhotoList } from './PhotoList'

const PHOTOS_OF_SKELETON = 10

/** Keeps the place of an archive that is loading. */
export function ArchiveLoading({ kind }: { kind: ArchiveKind }) {
  return <Loading>{kind === 'photo' ? <PhotosSkeleton /> : <RecordingSkeleton kind={kind} />}</Loading>
}

function PhotosSkeleton() {
  return (
    <PhotoList>
      {Array.from({ length: PHOTOS_OF_SKELETON }, (_nothing, index) => (
        <li key={index}>
          <Skeleton animation={false} variant="rounded" sx={{ height: 'auto', aspectRatio: '1' }} />
        </li>
      ))}
    </PhotoList>
  )
}

function RecordingSkeleton({ kind }: { kind: ArchiveKind }) {
  const shape = kind === 'video' ? { height: 'auto', aspectRatio: '16 / 9' } : { height: 54 }
  return <Skeleton animation={false} variant="rounded" sx={{ maxWidth: 640, ...shape }} />
}
