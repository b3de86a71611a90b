import createCache, { type EmotionCache } from '@emotion/cache'
import { createRequire } from 'node:module'
import type * as Emotion from '@emotion/serialize'

// The module object itself: imported bindings cannot be replaced.
const emotion = createRequire(__filename)('@emotion/serialize') as typeof Emotion
const NO_STYLES: Emotion.SerializedStyles = { name: 'unstyled', styles: '' }

const serializeStyles = emotion.serializeStyles
const unstyled = new WeakSet<object>()

// The style functions of Material UI and their serialisation take a twelfth of a test's time.
Object.assign(emotion, {
  serializeStyles: (...[styles, registered, props]: Parameters<typeof Emotion.serializeStyles>) =>
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
