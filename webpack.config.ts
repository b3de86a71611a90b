import type { Configuration } from 'webpack'
import { clientConfiguration } from './config/webpack/client'
import { serverConfiguration } from './config/webpack/server'

export default function configure(env: { mode?: 'development' | 'production' } = {}): Configuration[] {
  const mode = env.mode ?? 'production'
  return [clientConfiguration(mode), serverConfiguration(mode)]
}
