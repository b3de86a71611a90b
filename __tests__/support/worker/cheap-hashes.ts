import argon2 from '@node-rs/argon2'

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

const { hash } = argon2

/** Makes password hashes cheap. A production hash takes 50 ms of processor time, and most tests sign up accounts. */
export function makeHashesCheap(): void {
  argon2.hash = (password, options, signal) => hash(password, { ...options, ...CHEAP }, signal)
}

/** For a test file about the cost of a hash. */
export function makeHashesReal(): void {
  argon2.hash = hash
}
