import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The server names each page for those who run no scripts, and describes it to search engines and messengers. From here on
 * screens have titles of their own, and on another screen the description would be of the wrong one.
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
