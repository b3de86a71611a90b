import type { Feature, FeatureContext } from '../context'
import { createClosingService } from '../memorials/closing-service'
import { reportRoutes } from './routes'
import { createReportService } from './service'

export function reportsFeature(context: FeatureContext): Feature {
  const closing = createClosingService(context)
  return { api: [reportRoutes(createReportService({ ...context, closing }))] }
}
