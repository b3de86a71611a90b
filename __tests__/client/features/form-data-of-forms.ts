/**
 * React asks for the FormData of a form whose submit navigates. The tests run on Node's FormData, which fetch needs and
 * which knows no forms.
 */
export function acceptFormsAsFormData(): void {
  const NodeFormData = globalThis.FormData
  const AnyFormData = new Proxy(NodeFormData, { construct: (original) => new original() })

  beforeAll(() => {
    globalThis.FormData = AnyFormData
  })
  afterAll(() => {
    globalThis.FormData = NodeFormData
  })
}
