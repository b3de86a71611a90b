import { createContext, type PropsWithChildren, useContext } from 'react'
import type { PageSettings } from '@contract/settings'

const SettingsContext = createContext<PageSettings | undefined>(undefined)

export function SettingsProvider({ settings, children }: PropsWithChildren<{ settings: PageSettings }>) {
  return <SettingsContext value={settings}>{children}</SettingsContext>
}

/** The public settings of this installation: the site's name, the contacts. */
export function useSettings(): PageSettings {
  const settings = useContext(SettingsContext)
  if (!settings) throw new Error('useSettings needs a SettingsProvider around it')
  return settings
}
