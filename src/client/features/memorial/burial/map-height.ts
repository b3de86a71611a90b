/** Low enough that on a phone some of the page is seen beside it, for a finger to scroll by. */
export const MAP_HEIGHT = { xs: 320, sm: 400 } as const
