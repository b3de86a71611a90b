import type { PublicSettings } from '@contract/settings'

/** The metadata of a page for search engines and messengers. */
export interface Preview {
  /** The bold title in messengers; the page title is in <title>. */
  title: string
  description: string
  /** The canonical path of the page. */
  path: string
  /** The path of a picture of 1200×630 pixels. */
  image: string
  type: 'website' | 'profile'
  /** Search engines may index it. */
  isIndexable: boolean
  /** Structured data for search engines, by schema.org. */
  facts?: object
}

/** The machine-readable metadata in the head. Only the server renders it, and it is removed when the visitor navigates. */
export function ServerHead({ preview, settings }: { preview: Preview; settings: PublicSettings }) {
  const { title, description, path, image, type, isIndexable, facts } = preview
  const { publicUrl, siteName } = settings
  const properties = {
    'og:type': type,
    'og:site_name': siteName,
    'og:locale': 'ru_RU',
    'og:title': title,
    'og:description': description,
    'og:url': publicUrl + path,
    'og:image': publicUrl + image,
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  }
  return (
    <>
      {!isIndexable && <meta data-server="" name="robots" content="noindex" />}
      <meta data-server="" name="description" content={description} />
      <link data-server="" rel="canonical" href={publicUrl + path} />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} data-server="" property={property} content={content} />
      ))}
      <meta data-server="" name="twitter:card" content="summary_large_image" />
      {facts && (
        <script data-server="" type="application/ld+json">
          {JSON.stringify(facts).replace(/</g, '\\u003c')}
        </script>
      )}
    </>
  )
}
