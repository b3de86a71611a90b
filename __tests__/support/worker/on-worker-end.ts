const endings: (() => Promise<unknown>)[] = []

/** What a worker of jest shares between its test files is closed when the worker ends (config/jest/shared-modules/runtime.js). */
export function onWorkerEnd(end: () => Promise<unknown>): void {
  endings.push(end)
}

export async function endWorker(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}
