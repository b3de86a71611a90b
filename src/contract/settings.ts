/** The part of an installation's settings that every visitor may see. */
export interface PublicSettings {
  siteName: string
  supportEmail: string
  supportMessengerUrl: string
  publicUrl: string
  /** What costs nothing now, in a sentence; empty where the operator says nothing of it. */
  freeNote: string
  /** Whether the server finds addresses on the map. */
  hasGeocoder: boolean
  /** The map's copyright notice, and the page that it links to. */
  mapAttribution: string
  mapAttributionUrl: string
}

/** What the server writes into the page: the public settings, and what it found out when it started. */
export interface PageSettings extends PublicSettings {
  /** Whether the server makes copies of films that every browser plays. Where it does not, the browser does before sending. */
  preparesFilms: boolean
}

/** The id of the page's element with the settings as JSON. */
export const SETTINGS_ELEMENT_ID = 'settings'

/** The id of the page's element with the answers that the server rendered, as JSON. */
export const RENDERED_STATE_ELEMENT_ID = 'rendered-state'
