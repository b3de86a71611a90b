import { isAnyOf } from '@reduxjs/toolkit'
import { addListeners } from '@client/store/listeners'
import { inChosenOrder } from './chosen-order'
import {
  isOf,
  isUnderWay,
  selectUploads,
  type Upload,
  uploadCancelled,
  uploadDoubted,
  uploadFailed,
  uploadFinished,
  uploadsSettled,
} from './upload-slice'

const endOfUpload = isAnyOf(uploadFinished, uploadFailed, uploadDoubted, uploadCancelled)

/** When nothing is on its way to an archive any more: what is there leaves the list, and stands as it was chosen. */
addListeners((startListening) => {
  startListening({
    matcher: endOfUpload,
    effect: (event, listener) => {
      const ended = endedIn(selectUploads(listener.getOriginalState()), event)
      if (!ended) return
      const archive = { memorialId: ended.memorialId, kind: ended.kind }
      const uploads = selectUploads(listener.getState()).filter(isOf(archive))
      if (uploads.some(isUnderWay)) return
      listener.dispatch(uploadsSettled(archive))
      void listener.dispatch(inChosenOrder(archive, uploads))
    },
  })
})

/** The upload that an event was about, as it was before. */
function endedIn(uploads: Upload[], { payload }: { payload: string | { id: string } }): Upload | undefined {
  const id = typeof payload === 'string' ? payload : payload.id
  return uploads.find((upload) => upload.id === id)
}
