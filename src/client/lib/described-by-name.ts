/** Names that cameras, messengers and scanners give to files. */
const MADE_BY_DEVICES =
  /^(img|image|dsc[fn]?|dcim|pxl|vid|video|mvi|mov|gopr|whatsapp|telegram|viber|signal|screenshot|screen|scan|photo|pic(ture)?|file|audio|voice|recording|rec|snapseed|inshot|edited|untitled|\d+|фото|снимок|скан|изображение|видео|запись|голос|аудио|диктофон|новая|новый|документ|экрана?|без имени)$/i
const LETTERS_OF_A_WORD = 3

/**
 * A description derived from a file name that a person chose: «свадьба_1974.jpg» becomes «Свадьба 1974»; empty for
 * generated names such as «IMG_0412.HEIC».
 */
export function describedByName(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/\(\d+\)$/, '')
    .split(/[\s_]+/)
    .filter(Boolean)
  const isSaying = words.some((word) => {
    const letters = word.replace(/[^\p{L}]/gu, '')
    return letters.length >= LETTERS_OF_A_WORD && !MADE_BY_DEVICES.test(letters) && !isCode(word)
  })
  if (!isSaying) return ''
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Mixed letters and digits, as in generated names: «a1b2c3d4», «P1010234». */
function isCode(word: string): boolean {
  return /\p{L}/u.test(word) && /\d/.test(word) && !/^\p{L}+-?\d{1,4}$/u.test(word) && !/^\d{1,4}-?\p{L}+$/u.test(word)
}
