/** The texts for changes of a memorial that could not be saved. */
export const UPDATE_FAILED = 'Ошибка при обновлении данных.'
export const DATES_FAILED = 'Ошибка при обновлении даты.'
export const BIOGRAPHY_FAILED = 'Ошибка при обновлении биографии.'
export const STATUS_FAILED = 'Ошибка при смене статуса.'
export const SAVE_FAILED = 'Ошибка при сохранении информации.'
export const DELETE_FAILED = 'Ошибка при удалении.'
