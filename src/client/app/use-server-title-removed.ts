import { useEffect } from 'react'

/** The server names each page for those who run no scripts. From here on screens do, and two titles would not do. */
export function useServerTitleRemoved(): void {
  useEffect(() => {
    for (const title of document.querySelectorAll('title[data-server]')) title.remove()
  }, [])
}
