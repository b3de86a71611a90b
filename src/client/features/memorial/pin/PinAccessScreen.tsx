import { Navigate, useParams } from 'react-router-dom'
import { screens } from '@contract/paths'
import { MemorialGate } from '../MemorialGate'

/** Asks for the PIN of a closed memorial. What is open already (public, one's own, its PIN known) is shown at once. */
export function PinAccessScreen() {
  const id = Number(useParams().memorialId)
  return <MemorialGate memorialId={id}>{() => <Navigate to={screens.memorial(id)} replace />}</MemorialGate>
}
