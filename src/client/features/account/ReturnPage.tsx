import { useSearchParams } from 'react-router-dom'
import { useState } from 'react'
import { ReturnToAccount } from './ReturnToAccount'
import { ReturnToMemorial } from './ReturnToMemorial'

/** The way back that a letter tells: to an account that its holder has deleted, or to a page that was destroyed. */
export function ReturnPage() {
  const [params] = useSearchParams()
  // The address loses its parameters once the link is used.
  const [isPage] = useState(params.get('what') === 'page')

  return isPage ? <ReturnToMemorial /> : <ReturnToAccount />
}
