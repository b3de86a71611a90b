/**
 * The message of an error. Node leaves it empty when none of a host's several IP addresses responded: then the first of
 * their errors speaks.
 */
export function messageOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message
  return (error.errors[0] as Error | undefined)?.message ?? ''
}
