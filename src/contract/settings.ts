/** The part of an installation's settings that every visitor may see. The server writes it into the page. */
export interface PublicSettings {
  siteName: string
  supportEmail: string
  supportMessengerUrl: string
  publicUrl: string
  /** Whose map it is, and the page that says so. */
  mapAttribution: string
  mapAttributionUrl: string
}

/** The id of the element of the page that holds the settings as JSON. */
export const SETTINGS_ELEMENT_ID = 'settings'
