/** The marker of a grave, whose tip is at the middle of its lower edge; in px. */
export const PIN_WIDTH = 44
export const PIN_HEIGHT = 54
