import {
  burialDraftSchema,
  cleanCoordinates,
  COORDINATES_INVALID,
  LINK_SHORTENED,
  LINK_WITHOUT_PLACE,
} from '@contract/burial'
import { parseNotation } from '@contract/coordinate-notation'
import { TEXT_TOO_LONG } from '@contract/fields'
import { COORDINATES_AS_SENT_MAX_LENGTH } from '@contract/limits'
import { readMapLink } from '@contract/map-link'

const stored = (burial_coordinates: string) => burialDraftSchema.validateSync({ burial_coordinates }).burial_coordinates

const PIN = '55.7539301, 37.6208012'
const MIDDLE = '55.7522202, 37.6155603'

describe('a link of Yandex Maps', () => {
  it.each([
    ['https://yandex.ru/maps/?ll=37.6155603,55.7522202&pt=37.6208012,55.7539301&z=12&l=map', PIN],
    ['https://yandex.ru/maps/?pt=37.6208012,55.7539301,pm2rdm~30.3,59.9,vkbkm&z=18', PIN],
    ['https://yandex.ru/maps/213/moscow/?ll=37.6155603%2C55.7522202&z=10', MIDDLE],
    ['https://yandex.com/maps/?whatshere[point]=37.6208012,55.7539301&whatshere[zoom]=17', PIN],
    ['https://yandex.ru/maps/?ll=37.6155603%2C55.7522202&whatshere%5Bpoint%5D=37.6208012%2C55.7539301&z=17', PIN],
    ['https://yandex.ru/maps/?ll=37.6155603%2C55.7522202&mode=poi&poi%5Bpoint%5D=37.6208012%2C55.7539301', PIN],
    ['https://yandex.by/maps/?rtext=59.967870,30.242658~55.7539301,37.6208012&rtt=mt', PIN],
    ['https://yandex.ru/maps/?rtext=~55.7539301%2C37.6208012', PIN],
    ['https://yandex.ru/maps/?text=55.7539301,37.6208012&ll=37.6155603,55.7522202', PIN],
    ['https://yandex.ru/maps/org/kladbishche/1145672891/?ll=37.6155603%2C55.7522202&z=15', MIDDLE],
    ['https://yandex.ru/navi/?whatshere%5Bpoint%5D=37.6208012%2C55.7539301&whatshere%5Bzoom%5D=18', PIN],
    ['https://maps.yandex.ru/?ll=37.6155603,55.7522202&z=12', MIDDLE],
    ['Хованское кладбище https://yandex.ru/maps/?pt=37.6208012,55.7539301', PIN],
    ['yandex.ru/maps/?pt=37.6208012,55.7539301', PIN],
  ])('%s', (link, place) => {
    expect(stored(link)).toBe(place)
  })
})

describe('a link of 2GIS', () => {
  it.each([
    ['https://2gis.ru/moscow?m=37.6155603%2C55.7522202%2F16', MIDDLE],
    ['https://2gis.ru/geo/37.6208012,55.7539301', PIN],
    ['https://2gis.ru/moscow/geo/4504235282636983/37.6208012,55.7539301?m=37.6155603,55.7522202/17', PIN],
    ['https://2gis.ru/moscow/firm/70000001006548410/37.6208012%2C55.7539301?m=37.6155603%2C55.7522202%2F18', PIN],
    ['https://2gis.kz/almaty/center/37.6155603,55.7522202/zoom/16', MIDDLE],
    ['https://2gis.ru/?queryState=center%2F37.6155603%2C55.7522202%2Fzoom%2F16', MIDDLE],
    ['https://2gis.ru/routeSearch/rsType/car/from/37.5,55.6/to/37.6208012,55.7539301', PIN],
    ['https://2gis.ru/moscow/directions/points/37.5%2C55.6%3B123%7C37.6208012%2C55.7539301%3B456', PIN],
  ])('%s', (link, place) => {
    expect(stored(link)).toBe(place)
  })
})

describe('a link of Google Maps', () => {
  it.each([
    ['https://www.google.com/maps/search/?api=1&query=55.7539301%2C37.6208012', PIN],
    ['https://www.google.com/maps/dir/?api=1&origin=55.6,37.5&destination=55.7539301,37.6208012', PIN],
    ['https://www.google.com/maps/@?api=1&map_action=map&center=55.7522202%2C37.6155603&zoom=12', MIDDLE],
    ['https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=55.7522202%2C37.6155603', MIDDLE],
    ['https://www.google.ru/maps/@55.7522202,37.6155603,17z', MIDDLE],
    [
      'https://www.google.com/maps/place/X/@55.7522202,37.6155603,17z/data=!3m1!4b1!4m6!3m5!1s0x4:0xd!8m2!3d55.7539301!4d37.6208012?hl=ru',
      PIN,
    ],
    [
      `https://www.google.com/maps/place/55%C2%B045'14.1%22N+37%C2%B037'14.9%22E/@55.7,37.6,17z`,
      '55.7539167, 37.6208056',
    ],
    ['https://maps.google.com/?q=55.7539301,37.6208012&ll=55.7522202,37.6155603', PIN],
    ['https://maps.google.com/maps?q=loc:55.7539301,37.6208012', PIN],
    ['https://maps.google.com/maps?ll=55.7522202,37.6155603&z=15', MIDDLE],
    ['https://www.google.com/maps/dir//55.7539301,37.6208012/@55.7522202,37.6155603,15z', PIN],
    ['https://www.google.com/maps/dir/A/B/data=!4m9!4m8!1m5!2m2!1d37.5!2d55.6!1m0!2m2!1d131.9!2d43.1', '43.1, 131.9'],
    ['https://www.google.com/maps/search/55.7539301,+37.6208012', PIN],
  ])('%s', (link, place) => {
    expect(stored(link)).toBe(place)
  })
})

describe('a link of OpenStreetMap', () => {
  it.each([
    ['https://www.openstreetmap.org/#map=17/55.7522202/37.6155603', MIDDLE],
    ['https://www.openstreetmap.org/?mlat=55.7539301&mlon=37.6208012#map=17/55.7522202/37.6155603', PIN],
    ['https://www.openstreetmap.org/?lat=55.7522202&lon=37.6155603&zoom=17', MIDDLE],
    ['https://www.openstreetmap.org/node/26734318#map=19/55.7522202/37.6155603&layers=N', MIDDLE],
    ['https://www.openstreetmap.org/search?query=55.7539301%2C37.6208012#map=17/55.7522202/37.6155603', PIN],
    ['https://www.openstreetmap.org/search?lat=55.7539301&lon=37.6208012#map=17/55.7522202/37.6155603', PIN],
    ['https://www.openstreetmap.org/directions?from=&to=55.7539301%2C37.6208012', PIN],
    ['https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=55.6,37.5;55.7539301,37.6208012', PIN],
    [
      'https://www.openstreetmap.org/export/embed.html?bbox=37.5%2C55.6%2C37.7%2C55.8&marker=55.7539301%2C37.6208012',
      PIN,
    ],
  ])('%s', (link, place) => {
    expect(stored(link)).toBe(place)
  })
})

it('may be longer than a screen, as Google’s are', () => {
  const tail = `!1s${'x'.repeat(1500)}!8m2!3d55.7539301!4d37.6208012`
  expect(stored(`https://www.google.com/maps/place/X/@55.7,37.6,17z/data=${tail}`)).toBe(PIN)
})

it.each([
  'https://yandex.ru/maps/-/CDbF4Iyr',
  'https://www.yandex.com.tr/maps/-/CDbF4Iyr',
  'https://m.yandex.ru/maps/-/CDbF4Iyr',
  'https://ya.ru/maps/-/CDbF4Iyr',
  'https://yandex.ru/web-maps/-/CDbF4Iyr',
  'https://yandex.ru/navi/-/CDbF4Iyr',
  'https://maps.yandex.ru/-/CDbF4Iyr',
  'ya.ru/maps/-/CDbF4Iyr',
  'Могила здесь: https://yandex.ru/maps/-/CDbF4Iyr',
  'https://go.2gis.com/zb7bm',
  'https://go.2gis.ru/zb7bm',
  'https://link.2gis.ru/zb7bm',
  'go.2gis.com/zb7bm',
  'https://maps.app.goo.gl/Hj7sPq',
  'maps.app.goo.gl/Hj7sPq',
  'https://goo.gl/maps/abc',
  'https://g.co/kgs/abc',
  'https://clck.ru/3Abc',
  'https://osm.org/go/0EEQjE--',
])('a shortened link says nothing by itself: %s', (link) => {
  expect(() => stored(link)).toThrow(LINK_SHORTENED)
  expect(LINK_SHORTENED).toContain('Откройте ссылку и скопируйте полный адрес из строки браузера')
})

describe('a text that is too long', () => {
  const LONG = COORDINATES_AS_SENT_MAX_LENGTH + 1

  it.each([
    ['coordinates before many spaces', '55.7539301, 37.6208012'.padEnd(LONG)],
    ['coordinates behind many spaces', '55.7539301, 37.6208012'.padStart(LONG)],
    ['a link', `https://yandex.ru/maps/?pt=37.6208012,55.7539301&x=${'x'.repeat(LONG)}`],
    ['a text without any', 'x'.repeat(LONG)],
  ])('is refused as such: %s', (_what, text) => {
    expect(() => stored(text)).toThrow(TEXT_TOO_LONG('Координаты', COORDINATES_AS_SENT_MAX_LENGTH))
  })

  it('is not read by the form either', () => {
    const link = `https://yandex.ru/maps/?pt=37.6208012,55.7539301&x=${'x'.repeat(LONG)}`
    expect([readMapLink(link), cleanCoordinates(link), parseNotation(`55.7, 37.6${' '.repeat(200)}`)]).toEqual([
      undefined,
      link,
      undefined,
    ])
  })
})

it.each([
  'https://yandex.ru/maps/213/moscow/',
  'https://yandex.ru/?ll=37.6,55.7',
  'https://yandex.ru.example.com/maps/?ll=37.6,55.7',
  'https://notyandex.ru/maps/?ll=37.6,55.7',
  'https://yandex.ru/maps/?ll=37.6',
  'https://yandex.ru/maps/?ll=37.6,95.7',
  'https://yandex.ru/maps/?pt=abc,def',
  'https://2gis.ru/moscow',
  'https://2gis.ru/moscow/firm/70000001006548410',
  'https://2gis.ru.evil.org/geo/37.6,55.7',
  'https://www.google.com/search?q=55.7,37.6',
  'https://www.google.com/maps/search/cemetery',
  'https://google.evil.example/maps/@55.7,37.6,17z',
  'https://www.openstreetmap.org/node/26734318',
  'https://www.openstreetmap.org/#map=17/155.7/37.6',
  'https://example.com/?ll=37.6,55.7',
  'https://55.7558,37.6173',
])('a link that tells no place is refused: %s', (link) => {
  expect(() => stored(link)).toThrow(LINK_WITHOUT_PLACE)
})

it.each([
  'geo.example 55',
  'https://',
  'N55.7 N37.6',
  'E55.7 E37.6',
  'N91 E37',
  'N55.7, 37.6',
  'N-55.7 E37.6',
  '55°60′ 37°10′',
  '55°45′61″ 37°37′2″',
  '55.5°45′ 37°37′',
  '55 45 20, 37 37 2',
  '1234N 5678E',
  '55.7558.1, 37.6',
  '55,7558,37',
  '--55.7, 37.6',
  '55.7558 / 37.6173',
  '55.1234567890123456, 37',
  `${'5'.repeat(300)}, 37`,
])('what is no place is refused: %p', (text) => {
  expect(() => stored(text)).toThrow(COORDINATES_INVALID)
})

it.each([
  ['N56.1 E40.4', '56.1, 40.4'],
  ['56.1N 40.4E', '56.1, 40.4'],
  ['E40.4 N56.1', '56.1, 40.4'],
  ['N56.1E40.4', '56.1, 40.4'],
  ['n56,1234567 e40,7654321', '56.1234567, 40.7654321'],
  ['S54.8 W68.3', '-54.8, -68.3'],
  ['С56,1 В40,4', '56.1, 40.4'],
  ['56.1° с. ш., 40.4° в. д.', '56.1, 40.4'],
  ['56,5 с.ш. 40,5 в.д.', '56.5, 40.5'],
  ['54° 48′ ю. ш. 68° 18′ з. д.', '-54.8, -68.3'],
  [`55°45'20.9"N 37°37'02.3"E`, '55.7558056, 37.6173056'],
  ['55° 45′ 18″, 37° 36′ 36″', '55.755, 37.61'],
  [`-55°45'18" -37°36'36"`, '-55.755, -37.61'],
  ['N 55 45 18 E 37 36 36', '55.755, 37.61'],
  ["55°45.3' 37°36.6'", '55.755, 37.61'],
  ["55°45'18'' 37°36'36''", '55.755, 37.61'],
])('reads the notation %p', (text, place) => {
  expect(stored(text)).toBe(place)
})
