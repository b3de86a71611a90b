/**
 * How somebody who sees badly wants pages: larger letters, and one of two contrasts (ГОСТ Р 52872-2019). The choice is kept on
 * the device. The script in the head of index.html puts it on <html> before anything is shown, with reading-look.css, which does
 * the rest and comes with AccessibilityPanel where nothing was chosen yet.
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

/** How this page looks now. */
export function currentLook(): ReadingLook {
  const { letters, contrast } = document.documentElement.dataset
  return {
    letters: LETTERS.find((known) => known === letters) ?? 'usual',
    contrast: CONTRASTS.find((known) => known === contrast) ?? 'usual',
  }
}

/** Changes this page, and all that this browser opens from now on; only this page where it forbids its storage. */
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
    // It holds for this page.
  }
}
