/** The least width and height in px of anything to press, so that a finger does not miss it (WCAG 2.5.5). */
export const TARGET_SIZE = 44
