/** The minimum width and height in px of a touch target (WCAG 2.5.5). */
export const TARGET_SIZE = 44
