import type { SortField, SortOrder } from '@contract/memorial-terms'
import { compareKeys, Dictionary, NONE } from './dictionary'
import { Groups, numbersInOrder, slotsInOrder, SortedSlots } from './sorted-slots'
import { FilterCache, LikenessCache, SlotSet } from './slot-set'

/** The fields by which public lists are searched and sorted. Names and place are keys (see lib/search-text.ts). */
export interface Person {
  id: number
  lastname: string
  /** Empty where there is none, like `surname` and `place`. */
  maiden: string
  name: string
  surname: string
  /** The burial's address and cemetery. */
  place: string
  /** `YYYY-MM-DD`, or null. */
  birth: string | null
  death: string | null
}

/** The text fields of a person, each with its dictionary. */
export const TEXTS = ['lastname', 'maiden', 'name', 'surname', 'place'] as const
export type TextField = (typeof TEXTS)[number]

export type Day = 'birth' | 'death'

/** A day is a number that sorts: 19370512. */
export const DAYS_OF_A_YEAR = 10_000
/** Sorts after all days. */
export const NO_DAY = 2 ** 31 - 1

const SORT_FIELDS: readonly SortField[] = ['lastname', 'birth_date', 'death_date']
const DAYS = { birth_date: 'birth', death_date: 'death' } as const satisfies Partial<Record<SortField, Day>>

const ROOM_AT_FIRST = 1024
const BITS_OF_DAY = 22

/**
 * The people of a list, column by column in typed arrays, about 70 bytes each plus the distinct texts: a scan of a
 * million takes milliseconds. A person's slot does not change; the orders hold the slots in sorted order, and the
 * groups hold them by text.
 */
export class People {
  readonly dictionaries: Record<TextField, Dictionary>
  readonly groups: Record<TextField, Groups>
  readonly filters: FilterCache<TextField>
  readonly likeness = new LikenessCache()
  /** The number of slots ever used. */
  slots = 0
  count = 0
  readonly #columns = emptyColumns()
  #marks = new Uint8Array(0)
  #found = new SlotSet(0)
  /** The first slots, up to this number, are in the order of their ids. */
  #inOrder = 0
  /** The slots of all others, by id. */
  readonly #others = new Map<number, number>()
  #orders = { lastname: new SortedSlots(), birth_date: new SortedSlots(), death_date: new SortedSlots() }

  constructor() {
    const lastNames = new Dictionary()
    this.dictionaries = {
      lastname: lastNames,
      maiden: lastNames,
      name: new Dictionary(),
      surname: new Dictionary(),
      place: new Dictionary({ hasWordIndex: true }),
    }
    const groups = (field: TextField) => new Groups(() => this.#columns[field])
    this.groups = {
      lastname: groups('lastname'),
      maiden: groups('maiden'),
      name: groups('name'),
      surname: groups('surname'),
      place: groups('place'),
    }
    this.filters = new FilterCache<TextField>((field, slot) => this.#textOf(field, slot))
  }

  /** By slot. The arrays are replaced as the list grows. */
  get columns(): Readonly<ReturnType<typeof emptyColumns>> {
    return this.#columns
  }

  /** The capacity of the columns in slots, a multiple of 32. */
  get room(): number {
    return this.#columns.id.length
  }

  /** A shared empty set, valid until the next call. */
  scratchSet(): SlotSet {
    if (this.#found.bits.length * 32 < this.room) this.#found = new SlotSet(this.room)
    else this.#found.clear()
    return this.#found
  }

  /** A shared buffer with a zero for each slot, valid until the next call. */
  scratchScores(): Uint8Array {
    if (this.#marks.length < this.slots) this.#marks = new Uint8Array(this.#columns.id.length)
    else this.#marks.fill(0)
    return this.#marks
  }

  /** Fills an empty list. Call `build` afterwards. */
  add(person: Person): void {
    const slot = this.#newSlot(person.id)
    this.#write(slot, person)
    for (const field of TEXTS) this.groups[field].count(this.#columns[field][slot] as number)
  }

  /** @param yieldToEventLoop is awaited between steps of some milliseconds each */
  async build(yieldToEventLoop: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    for (const field of TEXTS) {
      this.groups[field].build(this.slots)
      await yieldToEventLoop()
    }
    const byLastname = new Uint32Array(this.slots)
    let length = 0
    for (const number of await numbersInOrder(this.dictionaries.lastname.keys, yieldToEventLoop)) {
      this.groups.lastname.each(number, (slot) => (byLastname[length++] = slot))
    }
    await yieldToEventLoop()
    const sortedBy = async (day: Day) => {
      const days = this.#columns[day]
      const keys = new Uint32Array(this.slots)
      for (let slot = 0; slot < keys.length; slot++) keys[slot] = compactDay(days[slot] as number)
      return new SortedSlots(await slotsInOrder(keys, BITS_OF_DAY, yieldToEventLoop))
    }
    this.#orders = {
      lastname: new SortedSlots(byLastname),
      birth_date: await sortedBy('birth'),
      death_date: await sortedBy('death'),
    }
  }

  /** Inserts or updates these people, and removes those who are only an id. */
  replace(all: readonly (Person | Pick<Person, 'id'>)[]): void {
    // Updating the orders costs most, and the same change is often announced more than once.
    const changed = all.filter((person) => !this.#isAsBefore(person))
    if (changed.length === 0) return
    const present = changed
      .map(({ id }) => this.#slotOf(id))
      .filter((slot) => slot !== undefined)
      .filter((slot) => this.#columns.isThere[slot])
    for (const by of SORT_FIELDS) {
      const positions = present.map((slot) => this.#positionOf(by, slot)).sort((one, other) => one - other)
      this.#orders[by].takeOut(positions)
    }
    for (const slot of present) this.#clear(slot)

    const written: number[] = []
    for (const person of changed) {
      if (!('lastname' in person)) continue
      const slot = this.#slotOf(person.id) ?? this.#newSlot(person.id)
      this.#write(slot, person)
      for (const field of TEXTS) this.groups[field].add(this.#columns[field][slot] as number, slot)
      written.push(slot)
    }
    for (const by of SORT_FIELDS) {
      written.sort((one, other) => this.compare(by, one, other))
      this.#orders[by].putIn(
        written,
        written.map((slot) => this.#positionOf(by, slot)),
      )
    }
    for (const slot of [...present, ...written]) {
      this.filters.update(slot)
      this.likeness.update(slot)
    }
  }

  /** The slot at an index of a sorted list. Unknown days come last in both directions. */
  at(by: SortField, order: SortOrder): (index: number) => number {
    const slots = this.#orders[by]
    if (order === 'asc') return (index) => slots.at(index)
    const last = by === 'lastname' ? slots.length : this.#firstOnDay(DAYS[by], NO_DAY)
    return (index) => slots.at(index < last ? last - 1 - index : slots.length - 1 - (index - last))
  }

  /** Ties are ordered by id. */
  compare(by: SortField, one: number, other: number): number {
    const columns = this.#columns
    const difference =
      by === 'lastname'
        ? compareKeys(this.#textOf('lastname', one), this.#textOf('lastname', other))
        : (columns[DAYS[by]][one] as number) - (columns[DAYS[by]][other] as number)
    return difference || (columns.id[one] as number) - (columns.id[other] as number)
  }

  hasNoDay(by: SortField, slot: number): boolean {
    return by !== 'lastname' && this.#columns[DAYS[by]][slot] === NO_DAY
  }

  /** How many have a day from `from` to `to`, both included. */
  countBetween(day: Day, from: number, to: number): number {
    return Math.max(0, this.#firstOnDay(day, to + 1) - this.#firstOnDay(day, from))
  }

  eachBetween(day: Day, from: number, to: number, visit: (slot: number) => void): void {
    const order = this.#orders[`${day}_date`]
    const end = this.#firstOnDay(day, to + 1)
    for (let index = this.#firstOnDay(day, from); index < end; index++) visit(order.at(index))
  }

  #isAsBefore(person: Person | Pick<Person, 'id'>): boolean {
    const slot = this.#slotOf(person.id)
    const isThere = slot !== undefined && this.#columns.isThere[slot] === 1
    if (!('lastname' in person)) return !isThere
    if (!isThere) return false
    const { birth, death } = this.#columns
    return (
      TEXTS.every((field) => this.#textOf(field, slot) === person[field]) &&
      birth[slot] === dayNumber(person.birth) &&
      death[slot] === dayNumber(person.death)
    )
  }

  #firstOnDay(day: Day, from: number): number {
    const days = this.#columns[day]
    return this.#orders[`${day}_date`].firstWhere((slot) => (days[slot] as number) >= from)
  }

  #textOf(field: TextField, slot: number): string {
    return this.dictionaries[field].keys[this.#columns[field][slot] as number] as string
  }

  #positionOf(by: SortField, slot: number): number {
    return this.#orders[by].firstWhere((other) => this.compare(by, other, slot) >= 0)
  }

  #slotOf(id: number): number | undefined {
    const ids = this.#columns.id
    let [from, to] = [0, this.#inOrder]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((ids[middle] as number) < id) from = middle + 1
      else to = middle
    }
    return from < this.#inOrder && ids[from] === id ? from : this.#others.get(id)
  }

  #newSlot(id: number): number {
    const slot = this.slots++
    if (slot === this.#columns.id.length) this.#grow()
    if (slot === this.#inOrder && (slot === 0 || id > (this.#columns.id[slot - 1] as number))) this.#inOrder++
    else this.#others.set(id, slot)
    this.#columns.id[slot] = id
    return slot
  }

  #grow(): void {
    const larger = <A extends Uint8Array | Uint32Array | Int32Array>(column: A, empty: A): A => {
      empty.set(column)
      return empty
    }
    const columns = this.#columns
    const room = 2 * columns.id.length
    for (const field of [...TEXTS]) columns[field] = larger(columns[field], new Uint32Array(room))
    for (const field of ['id', 'birth', 'death'] as const) columns[field] = larger(columns[field], new Int32Array(room))
    columns.isThere = larger(columns.isThere, new Uint8Array(room))
    this.filters.grow(room)
    this.likeness.clear()
  }

  #write(slot: number, person: Person): void {
    const columns = this.#columns
    for (const field of TEXTS) columns[field][slot] = this.dictionaries[field].numberOf(person[field])
    columns.birth[slot] = dayNumber(person.birth)
    columns.death[slot] = dayNumber(person.death)
    columns.isThere[slot] = 1
    this.count++
  }

  /** After this the slot meets no condition. */
  #clear(slot: number): void {
    const columns = this.#columns
    for (const field of TEXTS) {
      this.groups[field].remove(columns[field][slot] as number, slot)
      columns[field][slot] = NONE
    }
    columns.birth[slot] = NO_DAY
    columns.death[slot] = NO_DAY
    columns.isThere[slot] = 0
    this.count--
  }
}

function emptyColumns() {
  const numbers = () => new Uint32Array(ROOM_AT_FIRST)
  return {
    id: new Int32Array(ROOM_AT_FIRST),
    lastname: numbers(),
    maiden: numbers(),
    name: numbers(),
    surname: numbers(),
    place: numbers(),
    birth: new Int32Array(ROOM_AT_FIRST),
    death: new Int32Array(ROOM_AT_FIRST),
    isThere: new Uint8Array(ROOM_AT_FIRST),
  }
}

function dayNumber(day: string | null): number {
  return day === null ? NO_DAY : Number(day.replaceAll('-', ''))
}

/** A day in few bits, in the same order: a month has at most 31 days, a year 12 months. */
function compactDay(day: number): number {
  if (day === NO_DAY) return 2 ** BITS_OF_DAY - 1
  const [year, month] = [Math.floor(day / DAYS_OF_A_YEAR), Math.floor(day / 100) % 100]
  return (year * 13 + month) * 32 + (day % 100)
}
