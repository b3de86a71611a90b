import { Navigate, useParams } from 'react-router-dom'
import { screens } from '@contract/paths'
import { MemorialGate } from '../MemorialGate'

/** Asks for the PIN of a closed memorial. A memorial that is open already (public, own, PIN known) is shown at once. */
export function PinAccessScreen() {
  const id = Number(useParams().memorialId)
  return <MemorialGate memorialId={id}>{() => <Navigate to={screens.memorial(id)} replace />}</MemorialGate>
}
