import { Outlet, useParams } from 'react-router-dom'
import { NotFoundPage } from './NotFoundPage'

/** /memorials/{id} and what lies under it. An id that is no positive whole number was never anyone's address. */
export function MemorialAddress() {
  const { memorialId = '' } = useParams()
  return isMemorialId(memorialId) ? <Outlet /> : <NotFoundPage />
}

/** Whether a part of an address can be the id of a memorial. */
export function isMemorialId(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))
}
