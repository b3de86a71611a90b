import sharp from 'sharp'
import { drawPortrait } from '../../../config/scripts/demo-portraits/draw-portrait'
import type { PortraitTraits } from '../../../config/scripts/demo-portraits/traits'

const CHOICES: { [Trait in keyof PortraitTraits]: readonly PortraitTraits[Trait][] } = {
  figure: ['woman', 'man'],
  age: ['young', 'middle', 'old'],
  headwear: ['none', 'headscarf', 'cap', 'hat', 'military-cap', 'fur-hat'],
  hair: ['short', 'bun', 'braid', 'bald', 'long', 'curly'],
  beard: ['none', 'moustache', 'full'],
  glasses: [true, false],
  tone: ['sand', 'sage', 'slate', 'clay', 'plum', 'mist'],
}

// Prime steps through the combinations meet every choice of every trait.
const CHECKED_STEP = 13
const DECODED_STEP = 2269

describe('the silhouette of an invented person', () => {
  const checked = combinations().filter((_traits, index) => index % CHECKED_STEP === 0)
  const sample = combinations().filter((_traits, index) => index % DECODED_STEP === 0)

  it('is drawn whole whatever the traits', () => {
    const faulty = checked.filter((traits, index) => !isWhole(draw(traits, `person ${index}`)))

    expect(faulty).toEqual([])
  })

  it('can be decoded, at 1200 × 1500', async () => {
    for (const traits of sample) {
      const { info } = await sharp(Buffer.from(draw(traits, 'sample')))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: 1200, height: 1500 })
    }
  })

  it('holds shapes only, since a bare server has no fonts', () => {
    expect(sample.filter((traits) => /<(text|foreignObject|image)/.test(draw(traits, 'sample')))).toEqual([])
  })

  it('is the same each time for one seed', () => {
    expect(draw(aPerson(), 'ivan')).toBe(draw(aPerson(), 'ivan'))
  })

  it('differs from seed to seed', () => {
    const drawings = Array.from({ length: 200 }, (_, index) => draw(aPerson(), `person ${index}`))

    expect(new Set(drawings).size).toBe(drawings.length)
  })

  it.each([
    ['age', { age: 'old' }],
    ['headwear', { headwear: 'cap' }],
    ['hair', { hair: 'curly' }],
    ['beard', { beard: 'full' }],
    ['glasses', { glasses: true }],
    ['tone', { tone: 'plum' }],
    ['figure', { figure: 'woman' }],
  ] satisfies [string, Partial<PortraitTraits>][])('shows the %s', (_trait, change) => {
    expect(draw(aPerson(change), 'ivan')).not.toBe(draw(aPerson(), 'ivan'))
  })

  it('dresses people of old days otherwise than those who came later', () => {
    expect(draw(aPerson(), 'ivan', 1910)).not.toBe(draw(aPerson(), 'ivan', 1990))
  })

  it('never gives a woman a beard', () => {
    const woman = aPerson({ figure: 'woman' })

    expect(draw({ ...woman, beard: 'full' }, 'anna')).toBe(draw(woman, 'anna'))
  })
})

function draw(traits: PortraitTraits, seed: string, born = 1910): string {
  return drawPortrait(traits, { seed, born })
}

function aPerson(change: Partial<PortraitTraits> = {}): PortraitTraits {
  return {
    figure: 'man',
    age: 'middle',
    headwear: 'none',
    hair: 'short',
    beard: 'none',
    glasses: false,
    tone: 'sand',
    ...change,
  }
}

function combinations(): PortraitTraits[] {
  return Object.entries(CHOICES).reduce<Partial<PortraitTraits>[]>(
    (people, [trait, choices]) => people.flatMap((person) => choices.map((choice) => ({ ...person, [trait]: choice }))),
    [{}],
  ) as PortraitTraits[]
}

/** Every tag is closed in its turn, every reference has its target, and no number went missing on the way. */
function isWhole(svg: string): boolean {
  return (
    svg.startsWith('<svg ') &&
    areTagsBalanced(svg) &&
    areReferencesKnown(svg) &&
    !/NaN|undefined|null|Infinity/.test(svg)
  )
}

function areTagsBalanced(svg: string): boolean {
  const open: string[] = []
  for (const [, closing, name = '', selfClosing] of svg.matchAll(/<(\/?)([a-zA-Z]+)(?:\s[\w-]+="[^"<>]*")*(\/?)>/g)) {
    if (closing && open.pop() !== name) return false
    if (!closing && !selfClosing) open.push(name)
  }
  return (
    open.length === 0 &&
    (svg.match(/</g)?.length ?? 0) === (svg.match(/<\/?[a-zA-Z]+(?:\s[\w-]+="[^"<>]*")*\/?>/g)?.length ?? 0)
  )
}

function areReferencesKnown(svg: string): boolean {
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const references = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id)
  return new Set(ids).size === ids.length && references.every((id) => ids.includes(id))
}
