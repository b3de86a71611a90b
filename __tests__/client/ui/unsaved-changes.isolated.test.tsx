import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { UnsavedChangesGuard, useUnsavedChanges } from '@client/ui/unsaved-changes'

jest.mock('@client/ui/ConfirmDialog', () => {
  throw new Error('This part of the program did not come')
})

function Editor() {
  useUnsavedChanges(true)
  return <Link to="/other">Дальше</Link>
}

function showEditor(): void {
  const Guarded = () => (
    <UnsavedChangesGuard>
      <Editor />
    </UnsavedChangesGuard>
  )
  const router = createMemoryRouter([
    { path: '/', Component: Guarded },
    { path: '/other', element: 'Другой экран' },
  ])
  render(<RouterProvider router={router} />)
}

describe('where the dialog that asks before typed text is lost did not load', () => {
  it('the browser asks, and whoever wants to stay does', async () => {
    const ask = jest.spyOn(window, 'confirm').mockReturnValue(false)
    showEditor()
    fireEvent.click(await screen.findByText('Дальше'))

    await screen.findByText('Дальше')
    expect(ask).toHaveBeenCalledWith('Уйти без сохранения?')
    expect(screen.queryByText('Другой экран')).toBeNull()
  })

  it('whoever wants to leave does', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true)
    showEditor()
    fireEvent.click(await screen.findByText('Дальше'))

    expect(await screen.findByText('Другой экран')).toBeTruthy()
  })
})
