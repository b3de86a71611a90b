import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** What the entry of an open photo carries. */
interface OpenPhotoState {
  openPhoto: number
}

/**
 * Which photo is shown large, by its id. It has an entry of the history to itself: on a phone one leaves a photo by
 * Back, and means the photo, not the page.
 */
export function useOpenPhoto() {
  const location = useLocation()
  const navigate = useNavigate()
  const opener = useRef<HTMLElement>(null)
  const isClosing = useRef(false)
  const openId = (location.state as Partial<OpenPhotoState> | null)?.openPhoto
  const isOpen = openId !== undefined

  // However it was closed, the focus returns to the thumbnail.
  useEffect(() => {
    if (!isOpen) return
    isClosing.current = false
    return () => opener.current?.focus()
  }, [isOpen])

  function open(id: number, thumbnail: HTMLElement): void {
    opener.current = thumbnail
    const state = { ...(location.state as object | null), openPhoto: id } satisfies OpenPhotoState
    void navigate(location, { state, preventScrollReset: true })
  }

  function close(): void {
    // Escape pressed twice would leave the page, too.
    if (isClosing.current) return
    isClosing.current = true
    void navigate(-1)
  }

  return { openId, open, close }
}
