import { Outlet, useParams } from 'react-router-dom'
import { NotFoundPage } from './NotFoundPage'

/** /memorials/{id} and the routes below it. An id that is not a positive integer never existed. */
export function MemorialAddress() {
  const { memorialId = '' } = useParams()
  return isMemorialId(memorialId) ? <Outlet /> : <NotFoundPage />
}

/** Whether a path segment can be a memorial id. */
export function isMemorialId(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))
}
