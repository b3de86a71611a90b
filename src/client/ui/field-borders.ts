/** The border of a field: 3:1 at least beside the field and beside the page (WCAG 1.4.11). */
export const FIELD_BORDERS = { light: '#8b8579', dark: '#7f7d76' }
