/** The Content-Disposition that names the saved file (RFC 6266); `plainName` is for clients that read ASCII only. */
export function attachment(name: string, plainName: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encoded}`
}
