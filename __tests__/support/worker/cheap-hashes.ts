import argon2 from '@node-rs/argon2'

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

const { hash } = argon2

/** Hashes of passwords take no time any more. As the product makes them one takes 50 ms of processor, and most tests sign somebody up. */
export function makeHashesCheap(): void {
  argon2.hash = (password, options, signal) => hash(password, { ...options, ...CHEAP }, signal)
}

/** For a file of tests that is about what a hash costs. */
export function makeHashesReal(): void {
  argon2.hash = hash
}
