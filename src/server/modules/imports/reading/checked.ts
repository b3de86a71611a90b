import { type AnyObject, type InferType, type ObjectSchema, ValidationError } from 'yup'

/** Validates what a file says against a schema. Reports every error to `tell`, and then returns undefined. */
export function checked<Schema extends ObjectSchema<AnyObject>>(
  schema: Schema,
  said: object,
  tell: (path: string, msg: string) => void,
): InferType<Schema> | undefined {
  try {
    return schema.validateSync(said, { abortEarly: false, stripUnknown: true })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    for (const { path = '', message } of error.inner.length > 0 ? error.inner : [error]) tell(path, message)
    return undefined
  }
}
