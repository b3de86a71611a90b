import { accessRequestsFeature } from './modules/access-requests'
import { archivesFeature } from './modules/archives'
import { authFeature } from './modules/auth'
import { booksFeature } from './modules/books'
import { burialFeature } from './modules/burial'
import { calendarsFeature } from './modules/calendars'
import { catalogueFeature } from './modules/catalogue'
import { consentsFeature } from './modules/consents'
import type { Feature, FeatureContext } from './modules/context'
import { exportsFeature } from './modules/exports'
import { factorsFeature } from './modules/factors'
import { geocoderFeature } from './modules/geocoder'
import { importsFeature } from './modules/imports'
import { keepersFeature } from './modules/keepers'
import { leavingFeature } from './modules/leaving'
import { legalFeature } from './modules/legal'
import { lettersFeature } from './modules/letters'
import { linkPicturesFeature } from './modules/link-pictures'
import { memorialsFeature } from './modules/memorials'
import { memoriesFeature } from './modules/memories'
import { proposalsFeature } from './modules/proposals'
import { questionsFeature } from './modules/questions'
import { promoCodesFeature } from './modules/promo-codes'
import { relationsFeature } from './modules/relations'
import { rememberingFeature } from './modules/remembering'
import { reportsFeature } from './modules/reports'
import { restoringFeature } from './modules/restoring'
import { undoingFeature } from './modules/undoing'
import { usersFeature } from './modules/users'

/** In the order of the API's document. */
const FEATURES: ((context: FeatureContext) => Feature)[] = [
  authFeature,
  rememberingFeature,
  usersFeature,
  undoingFeature,
  factorsFeature,
  consentsFeature,
  leavingFeature,
  lettersFeature,
  memorialsFeature,
  restoringFeature,
  proposalsFeature,
  keepersFeature,
  accessRequestsFeature,
  reportsFeature,
  importsFeature,
  booksFeature,
  exportsFeature,
  calendarsFeature,
  relationsFeature,
  memoriesFeature,
  questionsFeature,
  burialFeature,
  geocoderFeature,
  archivesFeature,
  catalogueFeature,
  promoCodesFeature,
  legalFeature,
  linkPicturesFeature,
]

/** The routes of all features. */
export function routesOf(context: FeatureContext): Required<Feature> {
  const features = FEATURES.map((feature) => feature(context))
  return {
    api: features.flatMap(({ api = [] }) => api),
    forms: features.flatMap(({ forms = [] }) => forms),
    outside: features.flatMap(({ outside = [] }) => outside),
  }
}
