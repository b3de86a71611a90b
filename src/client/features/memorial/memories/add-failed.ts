/** In a file of its own, because the button that opens the form shows it too and must not load formik. */
export const ADD_FAILED = 'Ошибка при добавлении воспоминания.'
