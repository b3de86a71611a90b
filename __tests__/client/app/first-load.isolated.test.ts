import { createAppStore } from '@client/store/create-app-store'
import '@client/app/App'
import '@client/app/routes'

it('the first load holds the state of no screen: it comes with the program of its feature', async () => {
  const store = createAppStore()
  expect(Object.keys(store.getState()).sort()).toEqual(['api', 'session', 'signOutRedirect', 'stepUp'])

  await import('@client/features/moderation/ModerationDesk')
  await import('@client/features/memorial/MemorialPage')
  store.dispatch({ type: 'any action' })
  expect(store.getState()).not.toHaveProperty('uploads')

  await import('@client/features/memorial/uploads/UploadList')
  store.dispatch({ type: 'any action' })

  expect(store.getState()).toMatchObject({ decisions: { made: [] }, uploads: [] })
})
