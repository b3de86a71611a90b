import createCache, { type EmotionCache } from '@emotion/cache'
import * as emotion from '@emotion/serialize'

const NO_STYLES: emotion.SerializedStyles = { name: 'unstyled', styles: '' }

const serializeStyles = emotion.serializeStyles
const unstyled = new WeakSet<object>()

// The style functions of Material UI and their serialisation take a twelfth of a test's time.
Object.assign(emotion, {
  serializeStyles: (...[styles, registered, props]: Parameters<typeof serializeStyles>) =>
    registered && unstyled.has(registered) ? NO_STYLES : serializeStyles(styles, registered, props),
})

/**
 * A cache that works out no styles: jsdom has no layout, and evaluates every rule again for each element whose role or
 * visibility is queried.
 */
export function createUnstyledCache(): EmotionCache {
  const cache = createCache({ key: 'css' })
  unstyled.add(cache.registered)
  cache.insert = (_selector, { name }) => {
    cache.inserted[name] = true
  }
  return cache
}
