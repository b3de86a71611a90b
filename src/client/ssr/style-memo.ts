import { type SerializedStyles, serializeStyles as serialize } from '@emotion/serialize'
import type { Theme } from '@mui/material/styles'
import { isValidElement } from 'react'

/** More than all pages have, and longer than any of theirs: user content in props must not fill the memory. */
const REMEMBERED_MAX = 2000
const KEY_MAX_LENGTH = 8000
/** Content, links and labels. Styles at most ask whether there is any. */
const CONTENTS = new Set(
  'children href to src srcSet alt id name value defaultValue label title htmlFor className placeholder'
    .concat(' aria-label aria-labelledby aria-describedby')
    .split(' '),
)
const NESTING_MAX = 6
const NO_COMPONENTS = {}

const remembered = new Map<string, SerializedStyles>()
const descriptionsOfStyles = new WeakMap<object, { text: string | undefined }>()
const numbers = new WeakMap<object, number>()
let lastNumber = 0

/**
 * Replaces Emotion's own function in the renderer bundle: caches serialised styles by functions and props. They took more
 * than half of a rendering. A browser serialises the styles of a page once, so it is not worth its bytes there.
 */
export const serializeStyles: typeof serialize = (styles, registered, props) => {
  const key = keyOfConstant(styles) ?? keyOf(styles, props)
  if (key === undefined) return serialize(styles, registered, props)

  let serialized = remembered.get(key)
  if (!serialized) {
    serialized = serialize(styles, registered, props)
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(key, serialized)
  }
  return serialized
}

/** For styles that do not read props: global ones, an object or a list of them. */
function keyOfConstant([style, ...others]: readonly unknown[]): string | undefined {
  return others.length > 0 || typeof style !== 'object' ? undefined : describeStyles(style)
}

/** Equal keys mean equal styles. Undefined where only serialising can tell. */
function keyOf(styles: readonly unknown[], props: unknown): string | undefined {
  if (typeof props !== 'object' || props === null) return undefined
  let key = ''
  for (const style of styles) {
    if (typeof style === 'function') key += `${numberOf(style)},`
    else if (typeof style === 'string') key += `${style},`
    else return undefined
  }
  const ofProps = describeProps(props as Record<string, unknown>, 0)
  if (ofProps === undefined || key.length + ofProps.length > KEY_MAX_LENGTH) return undefined
  return key + ofProps
}

/** What styles can read from props. Undefined when there is a function that styles would call. */
function describeProps(props: Record<string, unknown>, depth: number): string | undefined {
  let description = '{'
  for (const name in props) {
    const value = props[name]
    if (value === undefined) continue
    let ofValue: string | undefined
    if (CONTENTS.has(name)) ofValue = value ? 'some' : 'none'
    // A theme is copied for each rendering, except for fields like this one.
    else if (name === 'theme') ofValue = String(numberOf((value as Theme).components ?? NO_COMPONENTS))
    else if (name === 'sx') ofValue = describeStyles(value)
    else ofValue = describe(value, depth)
    if (ofValue === undefined) return undefined
    description += `${name}:${ofValue},`
  }
  return `${description}}`
}

function describe(value: unknown, depth: number): string | undefined {
  if (typeof value === 'function') return 'function'
  // In quotes, so that a text cannot imitate other props.
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`
  if (isValidElement(value)) return 'element'
  if (depth > NESTING_MAX) return undefined
  if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
    return describeProps(value as Record<string, unknown>, depth + 1)
  return 'object'
}

/** The styles of `sx`: all of it counts, and functions in it may return something else each time. */
function describeStyles(styles: unknown): string | undefined {
  if (typeof styles !== 'object' || styles === null) return typeof styles === 'function' ? undefined : String(styles)
  let description = descriptionsOfStyles.get(styles)
  if (!description) descriptionsOfStyles.set(styles, (description = { text: textOf(styles) }))
  return description.text
}

/** Undefined when there is a function in it. */
function textOf(styles: object): string | undefined {
  const functions: unknown[] = []
  const text = JSON.stringify(styles, (_name, value: unknown) => {
    if (typeof value === 'function') functions.push(value)
    return value
  })
  return functions.length > 0 ? undefined : text
}

function numberOf(thing: object): number {
  let number = numbers.get(thing)
  if (number === undefined) numbers.set(thing, (number = ++lastNumber))
  return number
}
