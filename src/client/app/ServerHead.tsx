import type { PublicSettings } from '@contract/settings'

/** What search engines and messengers read of a page. */
export interface Preview {
  /** What a messenger shows in bold; the title of the page stands in its <title>. */
  title: string
  description: string
  /** Path of the address by which the page is known. */
  path: string
  /** Path of a picture of 1200×630 pixels. */
  image: string
  type: 'website' | 'profile'
  /** Search engines may tell of it. */
  isIndexable: boolean
  /** Facts for search engines, by schema.org. */
  facts?: object
}

/** The part of the head that only programs read. It is rendered by the server alone, and goes when the visitor goes on. */
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
