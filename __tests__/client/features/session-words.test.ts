import { deviceName, whenUsed } from '@client/features/cabinet/sessions/session-texts'
import { CHROME_ON_WINDOWS, SAFARI_ON_IPHONE, YANDEX_ON_ANDROID } from '@support/factories'

describe('what a browser says of itself, in plain words', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit'
  const android = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko)'
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

  it.each([
    ['Chrome на Windows', CHROME_ON_WINDOWS],
    ['Safari на iPhone', SAFARI_ON_IPHONE],
    ['Яндекс Браузер на Android', YANDEX_ON_ANDROID],
    ['Edge на Windows', `${CHROME_ON_WINDOWS} Edg/125.0.0.0`],
    ['Edge на Android', `${android} Chrome/125.0.0.0 Mobile Safari/537.36 EdgA/125.0.0.0`],
    ['Opera на Windows', `${CHROME_ON_WINDOWS} OPR/110.0.0.0`],
    ['Samsung Internet на Android', `${android} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`],
    ['Mi Browser на Android', `${android} Version/4.0 Chrome/112.0.0.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.6`],
    ['Huawei Browser на Android', `${android} Chrome/114.0.0.0 HuaweiBrowser/15.0 Mobile Safari/537.36`],
    ['Chrome на Android', `${android} Chrome/125.0.0.0 Mobile Safari/537.36`],
    ['Chrome на iPhone', `${iPhone} CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1`],
    ['Firefox на iPhone', `${iPhone} FxiOS/126.0 Mobile/15E148 Safari/605.1.15`],
    ['Firefox на Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0'],
    ['Safari на Mac', `${mac}/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15`],
    ['Chrome на Mac', `${mac}/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36`],
    ['Safari на iPad', SAFARI_ON_IPHONE.replace('iPhone; CPU iPhone OS', 'iPad; CPU OS')],
    [
      'Chrome на Chromebook',
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/125.0.0.0 Safari/537.36',
    ],
    ['Браузер на iPhone', `${iPhone} Mobile/15E148`],
    ['Firefox', 'Mozilla/5.0 (Unknown; rv:126.0) Gecko/20100101 Firefox/126.0'],
  ])('%s', (words, userAgent) => {
    expect(deviceName(userAgent)).toBe(words)
  })

  it.each([['curl/8.5.0'], [''], [null]])('%j means nothing to a person', (userAgent) => {
    expect(deviceName(userAgent)).toBeUndefined()
  })
})

describe('when something was used, as one says it', () => {
  const now = new Date(2026, 4, 12, 10, 30)

  it.each([
    ['только что', new Date(2026, 4, 12, 10, 20)],
    ['только что', new Date(2026, 4, 12, 10, 31)],
    ['сегодня', new Date(2026, 4, 12, 10, 0)],
    ['сегодня', new Date(2026, 4, 12, 0, 1)],
    ['вчера', new Date(2026, 4, 11, 23, 59)],
    ['вчера', new Date(2026, 4, 11, 0, 0)],
    ['10 мая 2026', new Date(2026, 4, 10, 23, 59)],
    ['31 декабря 2025', new Date(2025, 11, 31, 12, 0)],
  ])('%s', (words, moment) => {
    expect(whenUsed(moment.toISOString(), now)).toBe(words)
  })
})
