import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { App } from '@client/app/App'
import { BrokenPage } from '@client/app/BrokenPage'
import { Layout } from '@client/app/Layout'
import { PageLoading } from '@client/app/routes'
import { createStyleCache } from '@client/ssr/hydration'
import { createAppStore } from '@client/store/create-app-store'
import { someSettings } from '@support/factories'

function BrokenByUs(): never {
  throw new Error('a bug')
}

describe('a screen that fails', () => {
  const reports = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  afterAll(() => reports.mockRestore())

  it.each([
    ['while it renders', { Component: BrokenByUs }],
    ['to load', { lazy: () => Promise.reject(new Error('ChunkLoadError')) }],
  ])('%s says so calmly inside the shell, and offers to try again', async (_when, screenRoute) => {
    const routes = [
      {
        Component: Layout,
        children: [
          { ErrorBoundary: BrokenPage, HydrateFallback: PageLoading, children: [{ path: '/', ...screenRoute }] },
        ],
      },
    ]
    render(
      <App store={createAppStore()} settings={someSettings()} styleCache={createStyleCache()}>
        <RouterProvider router={createMemoryRouter(routes)} />
      </App>,
    )

    expect(await screen.findByRole('heading', { name: 'Не удалось показать страницу' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Обновить страницу' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Мемориалы' })).toBeVisible()
    expect(document.body).not.toHaveTextContent('a bug')
  })
})
