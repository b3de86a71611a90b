/** By the number of digits for kopecks; made when first needed, since a weak phone takes its time for it. */
const formats = new Map<number, Intl.NumberFormat>()

/** A price as people write it: 2 490 ₽, and 99,50 ₽ where there are kopecks. */
export function rubles(price: number): string {
  const kopeckDigits = Number.isInteger(price) ? 0 : 2
  const format = formats.get(kopeckDigits) ?? rubleFormat(kopeckDigits)
  formats.set(kopeckDigits, format)
  return format.format(price)
}

function rubleFormat(kopeckDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('ru-RU', {
    style: 'currency',
    currency: 'RUB',
    minimumFractionDigits: kopeckDigits,
    maximumFractionDigits: kopeckDigits,
  })
}
