/**
 * How often a test repeats what depends on chance. `npm run proofs` sets THOROUGH and repeats as often as a proof
 * needs; every other run repeats less.
 */
export function repeats({ usually, thoroughly }: { usually: number; thoroughly: number }): number {
  return process.env.THOROUGH ? thoroughly : usually
}
