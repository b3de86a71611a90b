import { addListeners } from '@client/store/listeners'
import { told } from '@client/store/notices'
import { warnOnClose } from '@client/ui/use-warning-on-close'
import { selectIsUploading, uploadFailed, uploadFinished } from './upload-slice'

/** Tells on any screen how uploads ended, and lets the browser ask before the page is closed on one. */
addListeners((startListening) => {
  startListening({
    actionCreator: uploadFinished,
    effect: ({ payload: { fileName, isUnwanted } }, { dispatch }) => {
      const finished = told({ variant: 'success', text: `Загружено: ${fileName}` })
      const cancelledTooLate = told({
        variant: 'info',
        text: `Отменить не успели: ${fileName} уже в архиве. Файл можно удалить там.`,
      })
      dispatch(isUnwanted ? cancelledTooLate : finished)
    },
  })
  startListening({
    actionCreator: uploadFailed,
    effect: ({ payload: { fileName, failure } }, { dispatch }) =>
      void dispatch(told({ variant: 'error', text: `${failure}\n${fileName}` })),
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
