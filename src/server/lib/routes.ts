import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import { type InferType, object, type Schema } from 'yup'
import { recordId } from '@contract/fields'

/** Routes are typed by the contract's schemas: what the handler gets in and may give out. */
interface ContractTypes extends FastifyTypeProvider {
  validator: this['schema'] extends Schema ? InferType<this['schema']> : unknown
  serializer: this['schema'] extends Schema ? InferType<this['schema']> : unknown
}

export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ContractTypes>

/** A group of routes. */
export type Routes = (api: Api) => void

export function addRoutes(app: FastifyInstance, groups: Routes[]): void {
  for (const routes of groups) routes(app)
}

/** The path parameter of one record's id. */
export const byId = object({ id: recordId().required() })

/** The Content-Disposition that names the saved file (RFC 6266); `plainName` is for clients that read ASCII only. */
export function attachment(name: string, plainName: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encoded}`
}
