import type { CallChapter } from './call-chapter'

export const archives: CallChapter = {
  title: 'Archives',
  about: [
    '`{kind}` is `photo`, `audio` or `video`. Only an advanced memorial has archives. `used_storage_bytes` counts their files as stored, with the copies of pictures and films and with posters.',
  ],
  calls: {
    'GET /{kind}_archive/get_memorial_{kind}s/{id}': {
      who: 'reader',
      about: [
        "What the archive of a memorial holds, in the order that its owner chose; `{id}` is the memorial's. Empty for a basic memorial. With `limit` only its first items, photos with a `preview`; `total` then counts all.",
      ],
      takes: 'archiveListQuerySchema',
    },
    'POST /{kind}_archive/create': {
      who: 'keeper',
      about: [
        '`memorial_id` had best come before `file`: then whose memorial it is, and how much room it has, is known before the file is read. `pages` is how many pages the file has; each of the first 20 of a PDF becomes an item with the same texts, and `further_ids` are those after the first, which is the answer. `duplicate_of` is the id of the oldest item of this archive with the same bytes, or null: a repeat is accepted like any other file. In the place of `file`, `upload` may name a file that [came in parts](#large-files-in-parts): the same checks follow. Asked again within ten minutes, the call answers with the item that the upload became.',
      ],
      takes: 'archiveDescriptionSchema',
      refuses: [
        '`404` when there is no such upload of this account for this archive',
        '`409` `Этот файл как раз сохраняется. Подождите немного и обновите страницу.`',
        '`422` `Файл загружен не целиком.`',
        '`403` `Архивы доступны на тарифе «Продвинутый».`',
        '`403` `В одном архиве может быть не больше 5 000 файлов. Удалите лишние, чтобы добавить новые.`',
        '`422` `Сначала выберите файл.`',
        '`413` `В хранилище мемориала не хватает места для этого файла.`',
        'the refusals of pictures or recordings',
      ],
    },
    'PATCH /{kind}_archive/update/{id}': {
      who: 'keeper',
      about: [
        "`{id}` is the item's. An absent text stays, an empty one is cleared. `rotate` (0, 90, 180, 270) turns a photo clockwise from how it stands; the turned one takes the place of the other. `expected` is as at `PATCH /memorial/update/{id}`, of the three texts.",
      ],
      takes: 'archiveChangeSchema',
      refuses: [
        '`422` `Повернуть можно только фотографию.`',
        '`413` `В хранилище мемориала не хватает места для этого файла.`',
        '`409` `Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.`',
        '`409` `Фотографию только что изменили. Обновите страницу и попробуйте ещё раз.`',
      ],
    },
    'POST /{kind}_archive/reorder': {
      who: 'keeper',
      about: ['Puts the items of an archive in another order: `ids` are those of all its items.'],
      takes: 'archiveOrderSchema',
      refuses: ['`422` `Состав архива изменился. Обновите страницу и попробуйте ещё раз.`'],
    },
    'DELETE /{kind}_archive/delete/{id}': {
      who: 'keeper',
      about: [
        "`{id}` is the item's. Its bytes are free again. With `keep=true` it lies in the trash of its memorial for 30 days: it is in no list, its files are not served, and its bytes count until it is destroyed.",
      ],
      takes: 'keepQuerySchema',
    },
    'GET /{kind}_archive/trash/{id}': {
      who: 'keeper',
      about: [
        "The deleted items of this kind, the last deleted first; `{id}` is the memorial's. `preview` is a tiny picture as a `data:` address, `size_bytes` what the item takes of the storage.",
      ],
    },
    'POST /{kind}_archive/restore/{id}': {
      who: 'keeper',
      about: ["`{id}` is the item's. It stands where it stood, or as near as there are items."],
      refuses: ['`403` `В одном архиве может быть не больше 5 000 файлов. Удалите лишние, чтобы добавить новые.`'],
    },
    'DELETE /{kind}_archive/trash/{id}': {
      who: 'keeper',
      about: ["`{id}` is the item's. It is destroyed, and its bytes are free again."],
    },
  },
}
