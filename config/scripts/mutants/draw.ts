import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { compileTypescript } from '../../compile-typescript.cjs'
import { digest, findPlaces, type Place } from './places'

const FOLDERS = ['src/contract', 'src/server', 'src/client']
/** Migrations never change once they are released, and declarations have no code. */
const LEFT_OUT = /\/migrations\/|\.d\.ts$/

/** All places of the sources of a checkout. */
export function placesOf(tree: string, folders = FOLDERS): Place[] {
  const files = folders.flatMap((folder) => ts.sys.readDirectory(path.join(tree, folder), ['.ts', '.tsx']))
  return files
    .map((file) => path.relative(tree, file).split(path.sep).join('/'))
    .filter((file) => !LEFT_OUT.test(`/${file}`))
    .sort()
    .flatMap((file) => findPlaces(file, readFileSync(path.join(tree, file), 'utf8')))
}

/**
 * Samples `count` of the places: from each layer and kind in proportion to its share. The sample depends on the seed and on
 * the ids of the places, so that a new line elsewhere does not change the rest. A place that would not compile is replaced.
 */
export function draw(places: readonly Place[], { seed, count, tree }: { seed: string; count: number; tree: string }) {
  const groups = new Map<string, Place[]>()
  for (const place of places) {
    const name = `${layerOf(place.file)} ${place.kind}`
    groups.set(name, [...(groups.get(name) ?? []), place])
  }
  const shares = [...groups].map(([name, group]) => ({ name, group, share: (count * group.length) / places.length }))
  const missing = count - shares.reduce((sum, { share }) => sum + Math.floor(share), 0)
  const largestFirst = shares.toSorted((one, other) => (other.share % 1) - (one.share % 1))
  const roundedUp = new Set(largestFirst.slice(0, missing).map(({ name }) => name))

  return shares
    .flatMap(({ name, group, share }) => {
      const byChance = group
        .map((place) => ({ place, rank: digest(`${seed} ${place.id}`) }))
        .sort((one, other) => (one.rank < other.rank ? -1 : 1))
      const wanted = Math.floor(share) + (roundedUp.has(name) ? 1 : 0)
      return firstThatCompile(
        byChance.map(({ place }) => place),
        wanted,
        tree,
      )
    })
    .sort((one, other) => (one.file === other.file ? one.start - other.start : one.file < other.file ? -1 : 1))
}

function firstThatCompile(places: readonly Place[], wanted: number, tree: string): Place[] {
  const found: Place[] = []
  for (const place of places) {
    if (found.length >= wanted) break
    if (compiles(place.file, broken(readFileSync(path.join(tree, place.file), 'utf8'), place))) found.push(place)
  }
  return found
}

/** The source with the mutant of this place. */
export function broken(text: string, { start, end, becomes, isStatement }: Place): string {
  return text.slice(0, start) + (isStatement ? becomes || ';' : `(${becomes})`) + text.slice(end)
}

export function compiles(file: string, text: string): boolean {
  try {
    compileTypescript(text, file)
    return true
  } catch {
    return false
  }
}

/** For example `src/server`. */
export function layerOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}
