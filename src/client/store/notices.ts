import { createAction } from '@reduxjs/toolkit'
import type { Toast } from '@client/ui/toast-queue'

/**
 * Notifies the user on any page. A listener or a thunk dispatches it, and the shell shows it as a toast:
 * `dispatch(told({ variant: 'error', text: 'Ошибка при сохранении информации.' }))`.
 * A component shows the same toasts with `useToast`.
 */
export const notify = createAction<Toast>('notices/notify')
