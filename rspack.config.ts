import type { Configuration } from '@rspack/core'
import { clientConfiguration } from './config/rspack/client'
import { rendererConfiguration } from './config/rspack/renderer'
import { serverConfiguration } from './config/rspack/server'

export default function configure(env: { mode?: 'development' | 'production' } = {}): Configuration[] {
  const mode = env.mode ?? 'production'
  return [clientConfiguration(mode), rendererConfiguration(mode), serverConfiguration(mode)]
}
