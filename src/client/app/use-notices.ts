import { useActionListener } from '@client/store/hooks'
import { told } from '@client/store/notices'
import { useToast } from '@client/ui/toasts'

/** Shows what listeners tell, whatever screen is open. */
export function useNotices(): void {
  const toast = useToast()
  useActionListener(told.match, ({ payload: { variant, text } }) => toast[variant](text))
}
