import { nanoid } from '@reduxjs/toolkit'
import type { ArchiveKind } from '@contract/archive'
import { archiveApi } from '@client/api/archive-api'
import { addListeners, type StartListening } from '@client/store/listeners'
import type { AppDispatch, RootState } from '@client/store/root-reducer'
import './upload-end'
import { uploadFailure } from './upload-failure'
import {
  isBeingSaved,
  selectUploads,
  type Upload,
  uploadCancelled,
  uploadDismissed,
  uploadFailed,
  uploadFinished,
  uploadProgressed,
  uploadQueued,
  uploadStarted,
} from './upload-slice'

/** More at once would only share the same connection. */
const SENT_AT_ONCE = 2

/** What the state cannot hold of an upload, for as long as it is in the list. No two stores have an id in common. */
const sources = new Map<string, DescribedFile>()

/** A file, and what its owner says of it. */
export interface DescribedFile {
  file: File
  description: string
}

interface ChosenFiles {
  memorialId: number
  kind: ArchiveKind
  files: DescribedFile[]
}

/** Puts files in the queue. They are sent whatever screen is open, until the account leaves. */
export function upload({ memorialId, kind, files }: ChosenFiles) {
  return (dispatch: AppDispatch): void => {
    for (const source of files) {
      const { file } = source
      const id = nanoid()
      sources.set(id, source)
      dispatch(uploadQueued({ id, memorialId, kind, fileName: file.name, size: file.size }))
    }
  }
}

interface Store {
  dispatch: AppDispatch
  getState: () => RootState
}

addListeners(runQueue)

/** Keeps what is being sent in step with the list of uploads: what left it stops, what waits in it starts. */
function runQueue(startListening: StartListening): void {
  const running = new Map<string, { abort: () => void }>()
  /** Cancelled too late: the server may keep them. Their answers are awaited while the account lasts, and refresh the page. */
  const cancelledLate = new Set<string>()

  function stop(id: string): void {
    if (!cancelledLate.has(id)) running.get(id)?.abort()
    sources.delete(id)
  }

  async function send({ id, kind, memorialId, fileName }: Upload, { dispatch, getState }: Store): Promise<void> {
    const source = sources.get(id)
    // Time travel in DevTools brings back uploads without their files.
    if (!source) {
      dispatch(uploadDismissed(id))
      return
    }
    dispatch(uploadStarted(id))

    const onProgress = (sentBytes: number) => void dispatch(uploadProgressed({ id, sentBytes }))
    const { createArchiveItem } = archiveApi.endpoints
    const request = dispatch(createArchiveItem.initiate({ kind, memorialId, ...source, onProgress }, { track: false }))
    running.set(id, request)
    const { data, error } = await request
    running.delete(id)

    const isUnwanted = cancelledLate.delete(id)
    if (isUnwanted ? error : !isListed(id, getState())) return
    if (error) dispatch(uploadFailed({ id, fileName, failure: uploadFailure(error) }))
    else {
      sources.delete(id)
      dispatch(uploadFinished({ id, fileName, itemId: data.id, isUnwanted, isRepeat: !!data.duplicate_of }))
    }
  }

  startListening({
    predicate: (_event, current, before) => selectUploads(current) !== selectUploads(before),
    effect: (event, listener) => {
      const before = listener.getOriginalState()
      const current = listener.getState()
      if (uploadCancelled.match(event) && isBeingSavedIn(before, event.payload)) cancelledLate.add(event.payload)
      for (const { id } of selectUploads(before)) if (!isListed(id, current)) stop(id)

      // Its start changes the list, which calls this effect again for the one after it.
      const next = nextToSend(current)
      if (next) void send(next, listener)
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
