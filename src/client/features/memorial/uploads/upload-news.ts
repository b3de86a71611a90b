import { counted, FILES, PAGES } from '@contract/plurals'
import { addListeners, notify } from '@client/store/listeners'
import type { Toast } from '@client/ui/toast-queue'
import { warnOnClose } from '@client/ui/unsaved-changes'
import { isOf, selectIsUploading, selectUploads, type Upload, uploadFinished, uploadsSettled } from './upload-slice'

/** Reports on any page how uploads ended, and makes the browser ask before the tab is closed during one. */
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
    effect: ({ payload: { fileName, isUnwanted, pages = 1, furtherIds = [] } }, { dispatch }) => {
      const taken = 1 + furtherIds.length
      if (taken < pages) {
        const which = taken === 1 ? 'Добавлена первая.' : `Добавлены первые ${taken}.`
        dispatch(notify({ variant: 'info', text: `В файле ${fileName} ${counted(pages, PAGES)}. ${which}` }))
      }
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

/**
 * One notice for all files that were sent together; none if there is nothing to report. The list gives the reason of each
 * failure.
 */
function newsOf(uploads: Upload[]): Toast | undefined {
  const stored = uploads.filter(({ status }) => status === 'stored')
  const failed = uploads.filter(({ status, isReported }) => status === 'failed' && !isReported)
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
