/** What an error says. Node leaves that empty where none of a name's several addresses answered: then what the first one said. */
export function messageOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message
  return (error.errors[0] as Error | undefined)?.message ?? ''
}
