import { ALGORITHMS } from '@server/lib/algorithms'
// The hash that stands for unknown accounts is made as this loads: at the real cost.
import '@server/lib/password'

const REAL = { ...ALGORITHMS.passwords }

/** Makes password hashes cheap. A production hash takes 50 ms of processor time, and most tests sign up accounts. */
export function makeHashesCheap(): void {
  Object.assign(ALGORITHMS.passwords, { memoryCost: 8, timeCost: 1, parallelism: 1 })
}

/** For a test file about the cost of a hash. */
export function makeHashesReal(): void {
  Object.assign(ALGORITHMS.passwords, REAL)
}
