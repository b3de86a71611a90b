/** jsdom draws nothing: from now on whatever is done with its canvas is taken and forgotten. */
export function withCanvas(): void {
  const context = new Proxy({}, { get: () => () => undefined, set: () => true })
  HTMLCanvasElement.prototype.getContext = () => context as never
}
