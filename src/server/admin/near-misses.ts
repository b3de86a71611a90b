import { knownSettings } from '../config'
import { Misspelled } from '../modules/memorials/search/misspelling'

/** Unknown variables whose names are nearly those of settings, a sentence for each: their values would be passed over in silence. */
export function nearMisses(env: Record<string, string | undefined>): string[] {
  const known = knownSettings()
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return []
    const typed = new Misspelled(name)
    const meant = known.find((setting) => typed.distance(setting) !== undefined)
    return meant ? [`${name} is no setting: is ${meant} meant?`] : []
  })
}
