import { nextTask } from './own-tasks'

/** Each import is in this chunk already: what it evaluates, and nothing more, is done in a task of its own. */
export async function evaluate() {
  await import(/* webpackMode: "eager", webpackExports: ["createRoot", "hydrateRoot"] */ 'react-dom/client')
  await nextTask()
  await import(/* webpackMode: "eager" */ './app/theme')
  await nextTask()
  await import(/* webpackMode: "eager" */ './store/create-app-store')
  await nextTask()
  await import(/* webpackMode: "eager" */ './app/routes')
  await nextTask()
  return import(/* webpackMode: "eager" */ './start-app')
}
