/** jsdom cannot draw: this canvas accepts every call and discards it. */
export function withCanvas(): void {
  const context = new Proxy({}, { get: () => () => undefined, set: () => true })
  HTMLCanvasElement.prototype.getContext = () => context as never
}
