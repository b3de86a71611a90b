const endings: (() => Promise<unknown>)[] = []

/**
 * Registers what has to be closed when a jest worker ends, since its test files share it
 * (config/jest/shared-modules/runtime.js).
 */
export function onWorkerEnd(end: () => Promise<unknown>): void {
  endings.push(end)
}

export async function endWorker(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}
