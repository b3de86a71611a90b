/** The address of every file that a test saves. */
export const BLOB = 'blob:http://localhost/book'

/** What the program has saved in this test. jsdom can save nothing: a press on a link for it is kept here instead. */
export function watchSavedFiles(): { address: string; name: string }[] {
  const saved: { address: string; name: string }[] = []

  beforeEach(() => {
    saved.length = 0
    URL.createObjectURL = () => BLOB
    URL.revokeObjectURL = () => undefined
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ address: this.href, name: this.download })
    })
  })
  afterEach(() => jest.restoreAllMocks())
  return saved
}
