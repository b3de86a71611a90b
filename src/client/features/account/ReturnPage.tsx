import { useSearchParams } from 'react-router-dom'
import { useState } from 'react'
import { ReturnToAccount } from './ReturnToAccount'
import { ReturnToMemorial } from './ReturnToMemorial'

/** Restores an account that its holder has deleted, or a page that was destroyed: opened by the link of a letter. */
export function ReturnPage() {
  const [params] = useSearchParams()
  // The URL loses its parameters once the link is used.
  const [isPage] = useState(params.get('what') === 'page')

  return isPage ? <ReturnToMemorial /> : <ReturnToAccount />
}
