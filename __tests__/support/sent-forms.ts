import { act, waitFor } from '@testing-library/react'

/**
 * Lets a test say how many bytes of a form sent by XMLHttpRequest have left: the network of the tests takes a form whole.
 * Call before anything is sent.
 */
export function watchSentForms() {
  const uploads: EventTarget[] = []
  const { prototype } = XMLHttpRequestUpload
  const listen: EventTarget['addEventListener'] = function (this: EventTarget, ...listener) {
    uploads.push(this)
    Reflect.apply(inherited, this, listener)
  }
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the upload
  const inherited = prototype.addEventListener
  Object.defineProperty(prototype, 'addEventListener', { configurable: true, value: listen })

  return {
    /** The n-th is on its way. */
    begun: (index: number) => waitFor(() => expect(uploads.length).toBeGreaterThan(index)),
    /** So many bytes of the n-th have left. */
    progress(index: number, loaded: number) {
      const upload = uploads[index]
      if (!upload) throw new Error(`Form ${index} has not been sent`)
      act(() => void upload.dispatchEvent(new ProgressEvent('progress', { loaded, lengthComputable: true })))
    },
    end() {
      Reflect.deleteProperty(prototype, 'addEventListener')
    },
  }
}
