import type { ContactKind } from '@contract/contacts'

/** Contacts that the browser marks and the server filters by. */
export const CONTACTS: [ContactKind, string][] = [
  ['phone', '+7 (916) 123-45-67'],
  ['phone', '+7 916 123 45 67'],
  ['phone', '+79161234567'],
  ['phone', '8 (916) 123-45-67'],
  ['phone', '8 916 123-45-67'],
  ['phone', '8-916-123-45-67'],
  ['phone', '8.916.123.45.67'],
  ['phone', '89161234567'],
  ['phone', '8 (495) 123-45-67'],
  ['phone', '8 800 555 35 35'],
  ['phone', '+375 29 123-45-67'],
  ['phone', '916 123-45-67'],
  ['phone', '(495) 123-45-67'],
  ['phone', '9161234567'],
  ['phone', '123-45-67'],
  ['link', 'https://granit.example/price?a=1'],
  ['link', 'HTTP://GRANIT.RU'],
  ['link', 'www.granit.ru'],
  ['link', 'granit.ru'],
  ['link', 'пример.рф'],
  ['link', 'окна-москва.ru/цены'],
  ['link', 'xn--e1afmkfd.xn--p1ai'],
  ['link', 't.me/granit'],
  ['link', 'vk.com/id1'],
  ['link', 'tg://resolve?domain=granit'],
  ['email', 'zoya.petrova+1@mail.example.ru'],
  ['email', 'почта@пример.рф'],
  ['handle', '@granit_shop'],
]

/** Texts that neither takes for a link or a phone number. */
export const NO_CONTACTS = [
  '8.05.1945–12.03.1999',
  '08.05.1945 - 12.03.1999',
  '1918–1945, 1941 1945 1950',
  'Умер в 1999.Похоронен рядом с мамой.Помним',
  'в 2001 г. и т.д., кв. 5, д. 12',
  'полевая почта 12345',
  '1945-12-02',
  'в @ собаке',
  'Он был добр.Но строг',
]
