import { useEffect, useEffectEvent } from 'react'
import { useToast } from '@client/ui/toasts'
import type { PhotoLightboxProps } from './PhotoLightbox'

/** Its program did not load: that is said, and the thumbnails are left as they were. */
export function LightboxMissing({ onClose }: Pick<PhotoLightboxProps, 'onClose'>) {
  const toast = useToast()
  const tellAndClose = useEffectEvent(() => {
    toast.error('Не удалось открыть фотографию. Обновите страницу.')
    onClose()
  })
  useEffect(() => tellAndClose(), [])
  return null
}
