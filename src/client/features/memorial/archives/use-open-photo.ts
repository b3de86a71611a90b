import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { thumbnailId } from './Thumbnail'

/** The state of the history entry of an open photo. */
interface OpenPhotoState {
  openPhoto: number
}

/**
 * The id of the photo in the lightbox. An open photo has its own history entry, so that Back closes the photo and not the page.
 */
export function useOpenPhoto() {
  const location = useLocation()
  const navigate = useNavigate()
  const isClosing = useRef(false)
  const openId = (location.state as Partial<OpenPhotoState> | null)?.openPhoto

  useEffect(() => {
    isClosing.current = false
  }, [location.key])

  // The focus returns to the thumbnail in every case.
  useEffect(() => {
    if (openId === undefined) return
    return () => document.getElementById(thumbnailId(openId))?.focus()
  }, [openId])

  function open(id: number): void {
    if (openId === id) return
    const state = { ...(location.state as object | null), openPhoto: id } satisfies OpenPhotoState
    // Synchronously: the second press of a double click must find it open.
    void navigate(location, { state, preventScrollReset: true, flushSync: true })
  }

  function close(): void {
    // A second Escape would leave the page, too.
    if (isClosing.current) return
    isClosing.current = true
    void navigate(-1)
  }

  return { openId, open, close }
}
