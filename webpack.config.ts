import type { Configuration } from 'webpack'
import { clientConfiguration } from './config/webpack/client'
import { rendererConfiguration } from './config/webpack/renderer'
import { serverConfiguration } from './config/webpack/server'

export default function configure(env: { mode?: 'development' | 'production' } = {}): Configuration[] {
  const mode = env.mode ?? 'production'
  return [clientConfiguration(mode), rendererConfiguration(mode), serverConfiguration(mode)]
}
