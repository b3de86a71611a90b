/** Whether the browser would ask before this tab is closed. */
export function asksBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
