import type { Feature, FeatureContext } from '../context'
import { exportDownloadRoutes, exportRoutes } from './routes'
import { createExportService } from './service'

export function exportsFeature(context: FeatureContext): Feature {
  const { access } = context
  const exports = createExportService(context)
  return { api: [exportRoutes({ access, exports })], outside: [exportDownloadRoutes(exports)] }
}
