/** A database that responds, but does not work with this server. The message is for the operator. */
export class UnfitDatabaseError extends Error {}

export const STANDBY = 'DATABASE_URL leads to a standby, which takes no writes: name the primary'
export const POOLER_OF_TRANSACTIONS =
  'PgBouncer в режиме transaction не подходит: объявления об изменениях теряются, и закрытая страница осталась бы видна. ' +
  'Укажите в DATABASE_URL сам PostgreSQL или включите pool_mode = session.'
