import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type PropsWithChildren, useEffect, useState } from 'react'
import { Provider as StoreProvider } from 'react-redux'
import type { PageSettings } from '@contract/settings'
import type { AppStore } from '@client/store/create-app-store'
import { SettingsProvider } from '@client/ui/settings'
import { ToastProvider } from '@client/ui/toasts'
import './session-listeners'
import { theme } from './theme'

interface AppProps {
  store: AppStore
  settings: PageSettings
  styleCache: EmotionCache
  /** Called once, when the application is mounted. */
  onShown?: () => void
}

/** Everything around the pages; its child is a router over `routes`. */
export function App({ store, settings, styleCache, onShown, children }: PropsWithChildren<AppProps>) {
  useEffect(() => onShown?.(), [onShown])
  // Late hydration (see ui/hydrated-apart.tsx) starts from the state that the server rendered, whatever the store has
  // learned since.
  const [stateAtFirst] = useState(() => store.getState())

  return (
    <StoreProvider store={store} serverState={stateAtFirst}>
      <CacheProvider value={styleCache}>
        {/* Colours are chosen in CSS: `noSsr` saves the second render that would detect the browser's choice. */}
        <ThemeProvider theme={theme} storageManager={null} noSsr>
          <CssBaseline />
          <SettingsProvider settings={settings}>
            <ToastProvider>{children}</ToastProvider>
          </SettingsProvider>
        </ThemeProvider>
      </CacheProvider>
    </StoreProvider>
  )
}
