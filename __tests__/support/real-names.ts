/**
 * Names of people in Russia, in realistic proportions: the first hundred surnames are distributed as in telephone books,
 * followed by a long tail. The same seed gives the same people.
 */
import { nameKey } from '@server/lib/search-text'

export interface RealName {
  lastname: string
  name: string
  surname: string
  maiden: string
  birth: string
  death: string
}

const SURNAMES =
  `Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев
Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев
Григорьев Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв Ильин Максимов Поляков Сорокин
Виноградов Ковалёв Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев Герасимов Богданов Осипов
Сидоров Матвеев Титов Марков Миронов Крылов Куликов Карпов Власов Мельников Денисов Гаврилов Тихонов Казаков Афанасьев
Данилов Савельев Тимофеев Фомин Чернов Абрамов Мартынов Ефимов Федотов Щербаков Назаров Калинин Исаев Чернышёв Быков Маслов
Родионов Коновалов Лазарев Воронин Климов Филатов Пономарёв Голубев Кудрявцев Прохоров`.split(/\s+/)
const MEN =
  `Александр Сергей Владимир Андрей Алексей Николай Иван Дмитрий Михаил Виктор Юрий Анатолий Евгений Василий Пётр Павел
Константин Борис Григорий Степан Фёдор Семён Яков Илья Роман Олег Игорь Геннадий Валерий Вячеслав Леонид Станислав Валентин
Максим Антон Денис Кирилл Егор Никита Артём Тимофей Матвей Захар Савелий Прохор Емельян Лука Фома Рустам Магомед Ринат Тимур
Арсен Богдан Руслан Вадим Виталий Эдуард Герман Лев Марк Давид Осип Архип Ефим Трофим Кузьма Игнат Макар Назар Филипп`.split(
    /\s+/,
  )
const WOMEN =
  `Мария Анна Елена Ольга Наталья Татьяна Ирина Екатерина Светлана Людмила Галина Валентина Нина Надежда Любовь
Александра Евдокия Антонина Зинаида Вера Клавдия Раиса Тамара Лидия Прасковья Пелагея Марфа Ксения Юлия Виктория Дарья
Анастасия Алла Лариса Маргарита Жанна Инна Римма Роза Фатима Аида Гульнара Зоя Софья Варвара Агафья Матрёна Федосья Ульяна
Аграфена Степанида Полина Елизавета Эмма Нелли Кира Яна Злата Олеся Оксана Вероника Диана Карина Эльвира`.split(/\s+/)

const BEGINNINGS = 'б в г д ж з к л м н п р с т ф х ц ч ш щ бр гр др кр пр тр ст ск гл кл пл вл хр св зв'.split(' ')
const VOWELS = 'а е и о у ы ю я'.split(' ')
const MIDDLES = 'б в г д ж з к л м н п р с т ф х ч ш рк нд лк ст вк'.split(' ')
const ENDINGS = ['ов', 'ев', 'ин', 'ов', 'ев', 'ин', 'ский', 'енко', 'ук', 'ко']
/** Enough that a million people, men and women, have about 70 000 surnames. */
const ROOTS = 45_000
const FIRST_YEAR = 1880
const LAST_YEAR = 2026

/** An endless stream of people. */
export function* realNames(seed = 1): Generator<RealName, never> {
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const surname = () => {
    const root = pick(BEGINNINGS) + pick(VOWELS) + pick(MIDDLES) + (random() < 0.6 ? pick(VOWELS) + pick(MIDDLES) : '')
    return capital(root) + pick(ENDINGS)
  }
  const known = new Set(SURNAMES)
  while (known.size < ROOTS) known.add(surname())
  const pickSurname = weighted([...known], (rank) => (rank + 12) ** -0.95, random)
  const pickMan = weighted(MEN, (rank) => 1 / (rank + 3), random)
  const pickWoman = weighted(WOMEN, (rank) => 1 / (rank + 3), random)
  const day = (year: number) =>
    `${year}-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`

  for (;;) {
    const isWoman = random() < 0.5
    const born = FIRST_YEAR + Math.floor((random() + random()) * 60)
    const age = 1 + Math.floor(Math.sqrt(random()) * 95)
    yield {
      lastname: isWoman ? ofWoman(pickSurname()) : pickSurname(),
      name: isWoman ? pickWoman() : pickMan(),
      surname: patronymic(pickMan(), isWoman),
      maiden: isWoman && random() < 0.05 ? ofWoman(pickSurname()) : '',
      birth: day(born),
      death: day(Math.min(born + age, LAST_YEAR)),
    }
  }
}

/** The name as search keys. */
export function keysOf({ lastname, name, surname, maiden }: RealName) {
  return { lastname: nameKey(lastname), name: nameKey(name), surname: nameKey(surname), maiden: nameKey(maiden) }
}

/** Random numbers from 0 to 1, reproducible by the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function weighted(from: readonly string[], weightOf: (rank: number) => number, random: () => number): () => string {
  let sum = 0
  const sums = Float64Array.from(from, (_, rank) => (sum += weightOf(rank)))
  return () => {
    const wanted = random() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] as number) < wanted) low = middle + 1
      else high = middle
    }
    return from[low] as string
  }
}

function capital(word: string): string {
  return (word[0] as string).toUpperCase() + word.slice(1)
}

function ofWoman(surname: string): string {
  if (/(?:[оеё]в|ин)$/.test(surname)) return `${surname}а`
  return surname.endsWith('ский') ? `${surname.slice(0, -2)}ая` : surname
}

function patronymic(father: string, isWoman: boolean): string {
  const stem = /[йь]$/.test(father)
    ? `${father.slice(0, -1)}е`
    : /[ая]$/.test(father)
      ? father.slice(0, -1)
      : `${father}о`
  return stem + (isWoman ? 'вна' : 'вич')
}
