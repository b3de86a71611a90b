import Alert from '@mui/material/Alert'
import { useEffect } from 'react'
import { typeset } from '@contract/typeset'
import { api, idTag, listTag } from '@client/api/api'
import { momentInWords } from '@client/lib/formats'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { selectSavedAt } from './offline-reads'

/** A browser does not always notice that its connection is back. */
const ASKED_EVERY_MS = 20_000

/** Says that a page is an offline copy, and of which time. Refetches it as soon as there is a network. */
export function OfflineNote({ memorialId }: { memorialId: number }) {
  const savedAt = useAppSelector((state) => selectSavedAt(state, memorialId))
  const dispatch = useAppDispatch()
  const isOfflineCopy = savedAt !== undefined

  useEffect(() => {
    if (!isOfflineCopy) return
    const askAgain = () => {
      const tags = [idTag('Memorial', memorialId), listTag('Memory', memorialId), listTag('Burial', memorialId)]
      dispatch(api.util.invalidateTags([...tags, listTag('ArchiveItem', memorialId)]))
    }
    window.addEventListener('online', askAgain)
    const timer = setInterval(askAgain, ASKED_EVERY_MS)
    return () => {
      window.removeEventListener('online', askAgain)
      clearInterval(timer)
    }
  }, [isOfflineCopy, memorialId, dispatch])

  if (!isOfflineCopy) return null
  return (
    <Alert role="status" severity="info" variant="outlined" sx={{ '@media print': { display: 'none' } }}>
      Страница сохранена на этом устройстве {typeset(momentInWords(savedAt))} и показана такой, какой была тогда.
    </Alert>
  )
}
