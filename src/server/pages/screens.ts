import { screens } from '@contract/paths'

const FIXED = new Set<string>(Object.values(screens).filter((path) => typeof path === 'string'))
const WITH_PARAMETERS = [/^\/memorials\/\d+(\/access)?$/, /^\/reset-password(\/[^/]+)?$/]

/** Whether the application has a screen at this path; others get its "not found" screen, with status 404. */
export function isScreen(path: string): boolean {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  return FIXED.has(bare) || WITH_PARAMETERS.some((pattern) => pattern.test(bare))
}
