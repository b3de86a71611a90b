import { accountEnded } from '@client/session/session-slice'
import { useActionListener } from '@client/store/hooks'
import { notify } from '@client/store/notices'
import { useToast } from '@client/ui/toasts'

/** Shows the notices of listeners, on any page. The notices for an account disappear with it. */
export function useNotices(): void {
  const toast = useToast()
  useActionListener(accountEnded, () => toast.clear())
  useActionListener(notify.match, ({ payload: { variant, text } }) => toast[variant](text))
}
