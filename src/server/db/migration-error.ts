/** Why the migrations failed. The message is for the operator. */
export class MigrationError extends Error {}
