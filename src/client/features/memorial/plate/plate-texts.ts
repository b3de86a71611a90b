import type { PlateFormat, PlateTone } from '@contract/plate'

export const FORMATS: readonly (readonly [PlateFormat, string])[] = [
  ['pdf', 'PDF — для печати и мастерской'],
  ['svg', 'SVG — для гравировки и резки'],
  ['png', 'PNG — картинка'],
]

export const TONES: readonly (readonly [PlateTone, string])[] = [
  ['dark', 'Тёмный на светлом'],
  ['light', 'Светлый на тёмном — для тёмного гранита'],
]

/** The reading distance of a code: ten times its width. */
const DISTANCE_FACTOR = 10

/** «Такой код читается примерно с 60 см.» */
export function distanceInWords(sizeMm: number): string {
  const centimetres = Math.round((sizeMm * DISTANCE_FACTOR) / 10)
  const distance = centimetres < 100 ? `${centimetres}\u00a0см` : `${(centimetres / 100).toLocaleString('ru')}\u00a0м`
  return `Такой код телефон прочитает с расстояния до ${distance}.`
}

export const ADVICE = [
  'Ширина кода — не меньше десятой части расстояния, с которого его будут снимать: с вытянутой руки хватит 50–60 мм, с метра нужно 100 мм.',
  'Прежде чем гравировать, напечатайте файл на бумаге в натуральную величину (масштаб 100 %) и проверьте двумя разными телефонами с того места, где будет стоять человек.',
  'Пустое поле вокруг кода — его часть. Не обрезайте его и не ставьте рядом рамку или рисунок.',
  'Мастеру отдайте PDF или SVG: размеры в них в миллиметрах, буквы переведены в кривые.',
  'Код светлого тона — для тёмного камня: белое гравируют, чёрное остаётся полированным. Современные телефоны такой код читают, старые — не всегда; надёжнее всего тёмный код на светлой матовой табличке.',
]
