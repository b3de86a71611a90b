import { Navigate, useParams } from 'react-router-dom'
import { paths } from '@contract/paths'
import { MemorialGate } from '../MemorialGate'

/** Asks for the PIN of a closed memorial. A memorial that is open already (public, own, PIN known) is shown at once. */
export function PinAccessPage() {
  const id = Number(useParams().memorialId)
  return <MemorialGate memorialId={id}>{() => <Navigate to={paths.memorial(id)} replace />}</MemorialGate>
}
