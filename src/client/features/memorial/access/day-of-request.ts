/** «9 мая». */
export const DAY_OF_REQUEST = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' })
