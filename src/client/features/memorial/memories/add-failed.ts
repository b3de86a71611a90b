/** Said by the form of new words, and by what opens it, which is shown without the code of forms. */
export const ADD_FAILED = 'Ошибка при добавлении воспоминания.'
