/** The border of a field: a contrast of at least 3:1 to the field and to the page (WCAG 1.4.11). */
export const FIELD_BORDERS = { light: '#8b8579', dark: '#7f7d76' }
