import { useMemo } from 'react'
import type { ArchiveOf } from '@client/api/archive-api'
import { useAppSelector } from '@client/store/hooks'
import { isOf, isUnderWay, selectUploads, type Upload } from './upload-slice'

/** The uploads to one archive, oldest first. */
export function useUploads({ kind, memorialId }: ArchiveOf): Upload[] {
  const uploads = useAppSelector(selectUploads)
  return useMemo(() => uploads.filter(isOf({ kind, memorialId })), [uploads, kind, memorialId])
}

/** Bytes of recordings on their way to a memorial. Photos don't count: they are stored smaller than they come. */
export function useBytesUnderWay(memorialId: number): number {
  return useAppSelector((state) =>
    selectUploads(state)
      .filter((upload) => upload.memorialId === memorialId && upload.kind !== 'photo' && isUnderWay(upload))
      .reduce((sum, { size }) => sum + size, 0),
  )
}
