import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from '@client/app/App'
import { createStyleCache } from '@client/ssr/hydration'
import { createAppStore } from '@client/store/create-app-store'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { someSettings } from '@support/factories'

it('a button whose action throws says so, and can be pressed again', async () => {
  const action = jest.fn().mockRejectedValueOnce(new Error('chunk lost')).mockResolvedValue({ isDone: true })
  render(
    <App store={createAppStore()} settings={someSettings()} styleCache={createStyleCache()}>
      <ConfirmButton
        label="Удалить"
        questions={[{ title: 'Удалить?', text: '', confirmLabel: 'Да' }]}
        action={action}
      />
    </App>,
  )
  for (let times = 1; times <= 2; times++) {
    fireEvent.click(screen.getByRole('button', { name: 'Удалить' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Да' }))
    await waitFor(() => expect(action).toHaveBeenCalledTimes(times))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  }
  expect(await screen.findByText('Не получилось. Пожалуйста, попробуйте ещё раз.')).toBeVisible()
})
