import { counted, FILES } from '@contract/plurals'
import { addListeners } from '@client/store/listeners'
import { notify } from '@client/store/notices'
import type { Toast } from '@client/ui/toast-queue'
import { warnOnClose } from '@client/ui/use-warning-on-close'
import { isOf, selectIsUploading, selectUploads, type Upload, uploadFinished, uploadsSettled } from './upload-slice'

/** Tells on any screen how uploads ended, and lets the browser ask before the page is closed on one. */
addListeners((startListening) => {
  startListening({
    actionCreator: uploadsSettled,
    effect: ({ payload: archive }, { dispatch, getOriginalState }) => {
      const news = newsOf(selectUploads(getOriginalState()).filter(isOf(archive)))
      if (news) dispatch(notify(news))
    },
  })
  startListening({
    actionCreator: uploadFinished,
    effect: ({ payload: { fileName, isUnwanted } }, { dispatch }) => {
      if (!isUnwanted) return
      const text = `Отменить не успели: ${fileName} уже в архиве. Файл можно удалить там.`
      dispatch(notify({ variant: 'info', text }))
    },
  })
  startListening({
    predicate: (_event, current, before) => selectIsUploading(current) && !selectIsUploading(before),
    effect: async (_event, { condition }) => {
      const endWarning = warnOnClose()
      await condition((_later, state) => !selectIsUploading(state))
      endWarning()
    },
  })
})

/** One notice for all files that were sent together; none when there is nothing to tell. Why one failed stands in the list. */
function newsOf(uploads: Upload[]): Toast | undefined {
  const stored = uploads.filter(({ status }) => status === 'stored')
  const failed = uploads.filter(({ status, isTold }) => status === 'failed' && !isTold)
  const [first] = stored
  const [firstFailure] = failed
  if (!firstFailure) {
    if (!first) return undefined
    return {
      variant: 'success',
      text: `Загружено: ${stored.length === 1 ? first.fileName : counted(stored.length, FILES)}`,
    }
  }
  if (failed.length === 1 && !first) {
    return {
      variant: 'error',
      text: `Не загружено: ${firstFailure.fileName}. Почему, сказано в списке: там можно повторить.`,
    }
  }
  const total = stored.length + failed.length
  return {
    variant: 'error',
    text: `Загружено ${stored.length} из ${total}. Что не загрузилось, осталось в списке: там можно повторить.`,
  }
}
