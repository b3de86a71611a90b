import { Outlet, useParams } from 'react-router-dom'
import { NotFoundScreen } from './NotFoundScreen'

/** /memorials/{id} and what lies under it. An id that is no positive whole number was never anyone's address. */
export function MemorialAddress() {
  const { memorialId = '' } = useParams()
  return isId(memorialId) ? <Outlet /> : <NotFoundScreen />
}

function isId(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))
}
