import type { PropsWithChildren, ReactNode } from 'react'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import type { Memorial } from '@contract/memorial'
import { Layout, Shell, useNotices } from '@client/app/Layout'
import { routes } from '@client/app/routes'
import { MemorialGate } from '@client/features/memorial/MemorialGate'
import { useAccount } from '@client/store/use-account'
import { UnsavedChangesGuard } from '@client/ui/unsaved-changes'
import { type Circumstances, openAt } from './render'

/** Opens the page at a URL, with all addresses and guards, but without the header and footer that surround every page. */
export function openPage(path: string, circumstances?: Circumstances) {
  return openAt(path, { ...circumstances, routes: PAGES })
}

const PAGES = routes.map((route): RouteObject => (route.Component === Layout ? { ...route, Component: Shell } : route))

/** Opens one part of a page without the rest: for what it promises by itself, in a third of the time of the whole page. */
export function openAlone(part: ReactNode, circumstances?: Circumstances, path = '/') {
  return openAt(path, { ...circumstances, routes: [{ path: '*', element: <Alone>{part}</Alone> }] })
}

/** Waits for the account, as the edit mode and the cabinet do: a form that is opened earlier saves its draft for nobody. */
function Alone({ children }: PropsWithChildren) {
  useNotices()
  return useAccount().status === 'unknown' ? null : children
}

/** The same for sections of a memorial, which they are given when it is loaded. */
export function openSection(
  memorialId: number,
  section: (memorial: Memorial) => ReactNode,
  circumstances?: Circumstances,
) {
  return openAlone(
    <MemorialGate memorialId={memorialId}>
      {(memorial) => <UnsavedChangesGuard>{section(memorial)}</UnsavedChangesGuard>}
    </MemorialGate>,
    circumstances,
    `/memorials/${memorialId}`,
  )
}

/** Presses one of the closed parts at the end of the edit mode. Resolves to its region. */
export async function openEditPart(title: string): Promise<HTMLElement> {
  const part = await screen.findByRole('region', { name: title })
  fireEvent.click(within(part).getByText(title))
  await waitFor(() => expect(part.querySelector('details > div')).toBeVisible())
  return part
}

/** Opens a part of the edit mode by its button: «Добавить», «Добавить или изменить», «Изменить». */
export async function openTools(about: string): Promise<void> {
  fireEvent.click(
    await screen.findByLabelText(
      new RegExp(`^(Добавить|Изменить|Ответить или изменить|Добавить или изменить) ${about}$`),
    ),
  )
}
