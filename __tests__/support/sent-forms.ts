import { act, waitFor } from '@testing-library/react'

/**
 * Lets a test control how many bytes of an XMLHttpRequest form have been sent: the tests' network receives a form at once.
 * Call it before anything is sent.
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
    /** Waits until the n-th is being sent. */
    begun: (index: number) => waitFor(() => expect(uploads.length).toBeGreaterThan(index)),
    /** This many bytes of the n-th have been sent. */
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
