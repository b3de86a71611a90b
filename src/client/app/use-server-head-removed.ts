import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The server renders a title for visitors without scripts, and metadata for search engines and messengers. From here on
 * pages set their own titles, and after navigation the metadata would describe the wrong page.
 */
export function useServerHeadRemoved(): void {
  const { pathname } = useLocation()
  const described = useRef(pathname)

  useEffect(() => {
    remove('title[data-server]')
  }, [])

  useEffect(() => {
    if (described.current !== pathname) remove('head > [data-server]')
  }, [pathname])
}

function remove(selector: string): void {
  for (const element of document.querySelectorAll(selector)) element.remove()
}
