import { nanoid } from '@reduxjs/toolkit'
import type { ArchiveKind } from '@contract/archive'
import { archiveApi } from '@client/api/archive-api'
import { uploadFailure } from '@client/api/upload-failure'
import {
  isBeingSaved,
  selectUploads,
  type Upload,
  uploadCancelled,
  uploadDismissed,
  uploadFailed,
  uploadFinished,
  uploadQueued,
  uploadStarted,
} from '@client/api/upload-slice'
import type { AppDispatch, AppThunk, RootState } from './create-app-store'
import type { StartListening } from './listeners'

/** More at once would only share the same connection. */
const SENT_AT_ONCE = 2

/** What the state cannot hold of an upload: by its id, for as long as it is in the list. */
export type UploadSources = Map<string, { file: File; description: string }>

interface ChosenFiles {
  memorialId: number
  kind: ArchiveKind
  files: File[]
  /** Goes with each of them. */
  description: string
}

/** Puts files in the queue. They are sent whatever screen is open, until the account leaves. */
export function upload({ memorialId, kind, files, description }: ChosenFiles): AppThunk {
  return (dispatch, _getState, { uploadSources }) => {
    for (const file of files) {
      const id = nanoid()
      uploadSources.set(id, { file, description })
      dispatch(uploadQueued({ id, memorialId, kind, fileName: file.name, size: file.size }))
    }
  }
}

interface Store {
  dispatch: AppDispatch
  getState: () => RootState
}

/** Keeps what is being sent in step with the list of uploads: what left it stops, what waits in it starts. */
export function runUploadQueue(startListening: StartListening, sources: UploadSources): void {
  const running = new Map<string, { abort: () => void }>()
  /** Cancelled too late: the server may keep them. Their answers are awaited while the account lasts, and refresh the page. */
  const cancelledLate = new Set<string>()

  function stopWhatLeft(uploads: Upload[]): void {
    const listed = new Set(uploads.map(({ id }) => id))
    for (const [id, request] of running) if (!listed.has(id) && !cancelledLate.has(id)) request.abort()
    for (const id of sources.keys()) if (!listed.has(id)) sources.delete(id)
  }

  async function send({ id, kind, memorialId, fileName }: Upload, { dispatch, getState }: Store): Promise<void> {
    const source = sources.get(id)
    // Time travel in DevTools brings back uploads without their files.
    if (!source) {
      dispatch(uploadDismissed(id))
      return
    }
    dispatch(uploadStarted(id))

    const { createArchiveItem } = archiveApi.endpoints
    const request = dispatch(
      createArchiveItem.initiate({ uploadId: id, kind, memorialId, ...source }, { track: false }),
    )
    running.set(id, request)
    const { error } = await request
    running.delete(id)

    const isUnwanted = cancelledLate.delete(id)
    if (isUnwanted ? error : !isListed(id, getState())) return
    if (error) dispatch(uploadFailed({ id, fileName, failure: uploadFailure(error) }))
    else dispatch(uploadFinished({ id, fileName, isUnwanted }))
  }

  startListening({
    predicate: (_event, current, before) => current.uploads !== before.uploads,
    effect: (event, listener) => {
      if (uploadCancelled.match(event) && isBeingSavedIn(listener.getOriginalState(), event.payload)) {
        cancelledLate.add(event.payload)
      }
      stopWhatLeft(selectUploads(listener.getState()))
      let next: Upload | undefined
      while ((next = nextToSend(listener.getState()))) void send(next, listener)
    },
  })
}

function isListed(id: string, state: RootState): boolean {
  return selectUploads(state).some((upload) => upload.id === id)
}

function isBeingSavedIn(state: RootState, id: string): boolean {
  return selectUploads(state).some((upload) => upload.id === id && isBeingSaved(upload))
}

function nextToSend(state: RootState): Upload | undefined {
  const uploads = selectUploads(state)
  if (uploads.filter(({ status }) => status === 'sending').length >= SENT_AT_ONCE) return undefined
  return uploads.find(({ status }) => status === 'waiting')
}
