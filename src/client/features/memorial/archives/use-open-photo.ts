import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { thumbnailId } from './Thumbnail'

/** What the entry of an open photo carries. */
interface OpenPhotoState {
  openPhoto: number
}

/**
 * Which photo is shown large, by its id. An open photo has its own history entry, so that Back closes the photo and not the
 * page.
 */
export function useOpenPhoto() {
  const location = useLocation()
  const navigate = useNavigate()
  const isClosing = useRef(false)
  const openId = (location.state as Partial<OpenPhotoState> | null)?.openPhoto

  useEffect(() => {
    isClosing.current = false
  }, [location.key])

  // However it was closed, the focus returns to the thumbnail.
  useEffect(() => {
    if (openId === undefined) return
    return () => document.getElementById(thumbnailId(openId))?.focus()
  }, [openId])

  function open(id: number): void {
    if (openId === id) return
    const state = { ...(location.state as object | null), openPhoto: id } satisfies OpenPhotoState
    // At once: the second press of a double click must find it open.
    void navigate(location, { state, preventScrollReset: true, flushSync: true })
  }

  function close(): void {
    // Escape pressed twice would leave the page, too.
    if (isClosing.current) return
    isClosing.current = true
    void navigate(-1)
  }

  return { openId, open, close }
}
