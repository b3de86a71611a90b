import { useMemo } from 'react'
import type { ArchiveOf } from '@client/api/archive-api'
import { useAppSelector } from '@client/store/hooks'
import { bytesUnderWay, isOf, selectUploads, type Upload } from './upload-slice'

/** The uploads to one archive, oldest first. */
export function useUploads({ kind, memorialId }: ArchiveOf): Upload[] {
  const uploads = useAppSelector(selectUploads)
  return useMemo(() => uploads.filter(isOf({ kind, memorialId })), [uploads, kind, memorialId])
}

/** See `bytesUnderWay`. */
export function useBytesUnderWay(memorialId: number): number {
  return useAppSelector((state) => bytesUnderWay(selectUploads(state), memorialId))
}
