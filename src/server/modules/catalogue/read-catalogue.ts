import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { array, type ObjectSchema, type AnyObject, ValidationError } from 'yup'
import {
  type Organization,
  organizationSchema,
  type PromoCode,
  promoCodeSchema,
  type Promotion,
  promotionSchema,
  type Tariff,
  tariffSchema,
} from '@contract/catalogue'
import { ConfigError } from '../../config'

/** What the operator offers. Changes to its files take effect at the next start. */
export interface Catalogue {
  tariffs: Tariff[]
  organizations: Organization[]
  promotions: Promotion[]
  promoCodes: PromoCode[]
}

/** Reads and checks the catalogue's files. Throws a ConfigError that names the file and the error. */
export async function readCatalogue(folder: string): Promise<Catalogue> {
  const catalogue = {
    tariffs: await readEntries(folder, 'tariffs.json', tariffSchema),
    organizations: await readEntries(folder, 'organizations.json', organizationSchema),
    promotions: await readEntries(folder, 'promotions.json', promotionSchema),
    promoCodes: await readEntries(folder, 'promo-codes.json', promoCodeSchema),
  }
  refuseCodesWithoutTariff(catalogue)
  return catalogue
}

async function readEntries<T extends AnyObject>(folder: string, name: string, schema: ObjectSchema<T>): Promise<T[]> {
  const file = path.join(folder, name)
  try {
    const entries: unknown = JSON.parse(await readFile(file, 'utf8'))
    return (await array(schema).required().validate(entries)) as T[]
  } catch (error) {
    throw new ConfigError(`CATALOGUE_DIR: ${file}: ${problem(error)}`)
  }
}

function problem(error: unknown): string {
  if (error instanceof ValidationError) return `${error.path ?? 'the file'}: ${error.message}`
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'there is no such file'
  return (error as Error).message
}

function refuseCodesWithoutTariff({ tariffs, promoCodes }: Catalogue): void {
  const lost = promoCodes.find(({ tariff_id }) => !tariffs.some(({ id }) => id === tariff_id))
  if (lost)
    throw new ConfigError(`CATALOGUE_DIR: promo code ${lost.code} is for tariff ${lost.tariff_id}, which is none`)
}
