import { ID_MAX } from './limits'

/** The settings of an installation that every visitor may see. */
export interface PublicSettings {
  siteName: string
  supportEmail: string
  supportMessengerUrl: string
  publicUrl: string
  /** A sentence about free offers; empty if the operator has none. */
  freeNote: string
  /** Whether a new account may create an advanced memorial without a promo code. */
  isAdvancedFree: boolean
  /** Whether the server can search for places on the map. */
  hasGeocoder: boolean
  /** The map's copyright notice, and its link. */
  mapAttribution: string
  mapAttributionUrl: string
}

/** The settings in the server's page: the public ones, and those determined at startup. */
export interface PageSettings extends PublicSettings {
  /**
   * Whether the server makes copies of films that every browser plays. If not, the browser converts them before the
   * upload.
   */
  preparesFilms: boolean
}

/** The id of the element with the settings as JSON. */
export const SETTINGS_ELEMENT_ID = 'settings'

/**
 * The id for which the page of a missing memorial is rendered, once for all of them: the last that can be given, so that no
 * memorial has it. The browser puts in the id of its URL.
 */
export const MISSING_MEMORIAL_ID = ID_MAX

/** The id of the element with the server-rendered API responses, as JSON. */
export const RENDERED_STATE_ELEMENT_ID = 'rendered-state'
