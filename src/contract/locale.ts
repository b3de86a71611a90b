import { setLocale } from 'yup'

/** Yup's default messages. Import this before any schema is created. */
setLocale({
  mixed: {
    default: 'Недопустимое значение',
    required: 'Обязательное поле',
    defined: 'Обязательное поле',
    notNull: 'Обязательное поле',
    oneOf: 'Недопустимое значение',
    notType: 'Недопустимое значение',
  },
  number: { integer: 'Ожидается целое число' },
  boolean: { isValue: 'Ожидается да или нет' },
  object: { noUnknown: 'Неизвестное поле' },
})
