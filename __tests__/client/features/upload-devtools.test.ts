import { shownToDevTools } from '@support/devtools'
import { waitFor } from '@testing-library/react'
import { queueUploads } from '@client/features/memorial/uploads/upload-queue'
import { selectUploads } from '@client/features/memorial/uploads/upload-slice'
import { anArchiveItem } from '@support/factories'
import { watchSentForms } from '@support/sent-forms'
import { hold, serve } from '@support/server'
import { aStore } from '@support/store'

const CREATE = 'video_archive/create'

afterEach(() => jest.restoreAllMocks())

it('a long upload does not fill the log of DevTools with its progress', async () => {
  const forms = watchSentForms()
  serve('post', CREATE, anArchiveItem(), 201)
  const release = hold('post', CREATE)
  const store = aStore({ token: 'account' })
  const now = jest.spyOn(Date, 'now')
  store.dispatch(
    queueUploads({
      memorialId: 7,
      kind: 'video',
      files: [{ file: new File([new Uint8Array(1000)], 'film.mp4'), description: '' }],
    }),
  )
  await forms.begun(0)

  for (let second = 1; second <= 99; second++) {
    now.mockReturnValue(second * 1000)
    forms.progress(0, second * 10)
  }

  expect(selectUploads(store.getState())[0]?.sentBytes).toBe(990)
  release()
  await waitFor(() => expect(selectUploads(store.getState())).toEqual([]))
  const types = shownToDevTools().map((entry) => (entry as { type?: string }).type)
  expect(types.filter((type) => type?.startsWith('uploads/'))).toEqual([
    'uploads/uploadQueued',
    'uploads/uploadStarted',
    'uploads/uploadFinished',
    'uploads/uploadsSettled',
  ])
  forms.end()
})
