const whole = rubleFormat(0)
const withKopecks = rubleFormat(2)

/** A price as people write it: 2 490 ₽, and 99,50 ₽ where there are kopecks. */
export function rubles(price: number): string {
  return (Number.isInteger(price) ? whole : withKopecks).format(price)
}

function rubleFormat(kopeckDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('ru-RU', {
    style: 'currency',
    currency: 'RUB',
    minimumFractionDigits: kopeckDigits,
    maximumFractionDigits: kopeckDigits,
  })
}
