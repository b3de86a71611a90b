import type { CallChapter } from './call-chapter'

export const burial: CallChapter = {
  title: 'Burial',
  about: [
    'A memorial has at most one. `burial_coordinates` are latitude and longitude in decimal degrees, written `55.7558, 37.6173`, and stored and answered so. They are also taken with decimal commas, as degrees, minutes and seconds, with letters (`N56.1 E40.4`, `56,1 с. ш. 40,4 в. д.`: [coordinate-notation.ts](coordinate-notation.ts)), and as a full link of Yandex, 2GIS, Google or OpenStreetMap maps ([map-link.ts](map-link.ts)): what is marked in it beats the middle of the map. `cemetery` and `plot` (участок, ряд, место) are lines of text.',
  ],
  calls: {
    'GET /burial/{memorialId}': {
      who: 'reader',
      refuses: ['`404` when there is none'],
    },
    'POST /burial/create': {
      who: 'keeper',
      about: [
        'At least one of address, cemetery, plot, coordinates and photo is needed. Here too `memorial_id` had best come before the file.',
      ],
      takes: 'burialDraftSchema',
      refuses: [
        '`409` `Место захоронения уже указано.`',
        '`422` `Укажите адрес, координаты или добавьте фото.`',
        '`422` `Укажите широту и долготу через запятую, например: 55.7558, 37.6173`',
        '`422` `Короткая ссылка не говорит, где это место. Откройте ссылку и скопируйте полный адрес из строки браузера или координаты.`',
        '`422` `В этой ссылке нет координат. Подойдёт полная ссылка Яндекс Карт, 2ГИС, Google Карт или OpenStreetMap.`',
        'the refusals of pictures',
      ],
    },
    'PATCH /burial/update/{id}': {
      who: 'keeper',
      about: [
        "`{id}` is the burial's. What is absent stays, what is empty is cleared, and something has to be left. `expected` is as at `PATCH /memorial/update/{id}`, of the four texts; the photo is not compared.",
        '`road` is JSON text: `before`, the ids of the photos on the road to the grave as they were read, and `steps`, at most six of `id` and `line` in their order. One step may have the `id` `null`: its photo is the file `road_photo_file`. A photo that is no longer among the steps is deleted.',
      ],
      takes: 'burialChangeSchema',
      refuses: [
        '`422` as at create',
        '`422` `Не получилось сохранить дорогу. Обновите страницу и попробуйте ещё раз.` for an unknown photo, or a file without its step',
        '`409` `Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.`',
        'the refusals of pictures',
      ],
    },
    'DELETE /burial/delete/{id}': {
      who: 'keeper',
    },
    'GET /geocode': {
      who: 'verified account',
      about: [
        "`q` is a line of at most 500 characters. Places for an address or the name of a cemetery: at most five, the likeliest first, an empty list when there is none. The server asks the geocoder of `GEOCODER_URL` in the manner of Nominatim's `/search`, with nothing but the text: neither the account nor the memorial is sent. It is asked once a second by all processes together, and never follows a redirect. What it answered each process keeps for a day, for anyone who asks the same in other letters' case or spacing; failures are not kept. The answer itself is `no-store`. A place has the `title` that the geocoder gives, at most 300 characters, and `burial_coordinates` as a burial takes them.",
      ],
      takes: 'geocodingQuerySchema',
      refuses: [
        "`404` without `GEOCODER_URL`; the page's settings then have `hasGeocoder` false, and the browser shows no search",
        '`429` `Слишком много запросов. Пожалуйста, попробуйте позже.` after 60 in an hour for an account, kept answers included',
        '`503` `Поиск адреса сейчас недоступен. Поставьте метку на карте.` while ten others wait, or 15 seconds went by',
        '`502` with the same sentence when the geocoder fails, takes longer than 8 seconds or sends more than 256 KB',
      ],
    },
  },
}
