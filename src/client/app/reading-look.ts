/**
 * The display settings for visually impaired readers: larger letters, and one of two contrasts (ГОСТ Р 52872-2019). They
 * are stored on the device. The script in the head of index.html sets them on <html> before the first paint, with
 * reading-look.css, which does the rest; if nothing was chosen yet, that file comes with AccessibilityPanel.
 */
export interface ReadingLook {
  letters: Letters
  contrast: Contrast
}

export const LETTERS = ['usual', 'large', 'largest'] as const
export type Letters = (typeof LETTERS)[number]

export const CONTRASTS = ['usual', 'black-on-white', 'white-on-black'] as const
export type Contrast = (typeof CONTRASTS)[number]

export const USUAL_LOOK: ReadingLook = { letters: 'usual', contrast: 'usual' }

export const READING_LOOK_KEY = 'pomnim.reading-look'

/** The current settings of this page. */
export function currentLook(): ReadingLook {
  const { letters, contrast } = document.documentElement.dataset
  return {
    letters: LETTERS.find((known) => known === letters) ?? 'usual',
    contrast: CONTRASTS.find((known) => known === contrast) ?? 'usual',
  }
}

/** Changes this page, and all later ones in this browser; only this page if storage is blocked. */
export function chooseLook(look: ReadingLook): void {
  const chosen = Object.fromEntries(Object.entries(look).filter(([, value]) => value !== 'usual'))
  const { dataset } = document.documentElement
  delete dataset.letters
  delete dataset.contrast
  Object.assign(dataset, chosen)
  try {
    if (Object.keys(chosen).length > 0) localStorage.setItem(READING_LOOK_KEY, JSON.stringify(chosen))
    else localStorage.removeItem(READING_LOOK_KEY)
  } catch {
    // It applies to this page only.
  }
}
