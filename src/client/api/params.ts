type ParamValue = string | number | boolean | null | undefined
type Params = Record<string, ParamValue | readonly ParamValue[]>

/** A query string: array values are repeated, empty ones left out. */
export function serializeParams(params: Params): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const item of [value].flat()) if (!isEmpty(item)) query.append(name, String(item))
  }
  return query.toString()
}

function isEmpty(value: ParamValue): boolean {
  return value === undefined || value === null || value === ''
}
