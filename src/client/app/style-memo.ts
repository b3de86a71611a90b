import { serializeStyles as serialize, type SerializedStyles } from '@emotion/serialize'
import type { Theme } from '@mui/material/styles'
import { isValidElement } from 'react'

/** More than all screens have, and longer than any of theirs: texts of visitors among the props must not fill the memory. */
const REMEMBERED_MAX = 2000
const KEY_MAX_LENGTH = 8000
/** What an element holds, where it leads and what it is called. Styles ask at most whether there is any. */
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
 * Takes the place of Emotion's own function in the program that renders screens on the server: styles once worked out are
 * remembered for the same functions and props. More than half of a rendering went there. A browser works out the styles of
 * a screen once, so there this is not worth its bytes.
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

/** Of styles that ask nothing of props: global ones, an object or a list of them. */
function keyOfConstant([style, ...others]: readonly unknown[]): string | undefined {
  return others.length > 0 || typeof style !== 'object' ? undefined : describeStyles(style)
}

/** The same for whatever gives the same styles. Undefined where only working them out can tell. */
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

/** What styles can learn from props. Undefined when there is a function that styles would call. */
function describeProps(props: Record<string, unknown>, depth: number): string | undefined {
  let description = '{'
  for (const name in props) {
    const value = props[name]
    if (value === undefined) continue
    let ofValue: string | undefined
    if (CONTENTS.has(name)) ofValue = value ? 'some' : 'none'
    // A theme is copied for each rendering, but for parts like this one.
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
  // In quotes: a text cannot pass for other props.
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`
  if (isValidElement(value)) return 'element'
  if (depth > NESTING_MAX) return undefined
  if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
    return describeProps(value as Record<string, unknown>, depth + 1)
  return 'object'
}

/** The styles that an element is given by `sx`: all of it counts, and functions in it may tell something else each time. */
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
