import { isAnyOf } from '@reduxjs/toolkit'
import { addListeners } from '@client/store/listeners'
import { warnOnClose } from '@client/ui/use-warning-on-close'
import { inChosenOrder } from './chosen-order'
import {
  isOf,
  isUnderWay,
  selectUploads,
  type Upload,
  uploadCancelled,
  uploadNeedsConfirmation,
  uploadFailed,
  uploadFinished,
  uploadsSettled,
} from './upload-slice'

const endOfUpload = isAnyOf(uploadFinished, uploadFailed, uploadNeedsConfirmation, uploadCancelled)

/** When all uploads to an archive have ended: puts the new items in the order of choice, then removes them from the list. */
addListeners((startListening) => {
  startListening({
    matcher: endOfUpload,
    effect: async (event, listener) => {
      const ended = endedIn(selectUploads(listener.getOriginalState()), event)
      if (!ended) return
      const archive = { memorialId: ended.memorialId, kind: ended.kind }
      const uploads = selectUploads(listener.getState()).filter(isOf(archive))
      if (uploads.some(isUnderWay)) return
      const endWarning = warnOnClose()
      await listener.dispatch(inChosenOrder(archive, uploads))
      endWarning()
      const now = selectUploads(listener.getState()).filter(isOf(archive))
      // Files were added in the meantime, or one is retried: all of them settle together, when those have ended.
      if (now.some((upload) => !uploads.includes(upload))) return
      listener.dispatch(uploadsSettled(archive))
    },
  })
})

/** The upload that an event is about, in its state before the event. */
function endedIn(uploads: Upload[], { payload }: { payload: string | { id: string } }): Upload | undefined {
  const id = typeof payload === 'string' ? payload : payload.id
  return uploads.find((upload) => upload.id === id)
}
