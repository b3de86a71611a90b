/** Why the tables of this release could not be made. Its message is for the operator. */
export class MigrationError extends Error {}
