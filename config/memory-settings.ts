/**
 * For glibc, where the server runs on it: one arena for all threads, and what is free goes back to the system. By default
 * every thread has an arena of its own and keeps what it had. A server that had just made its database held 493 MB so, and
 * 419 MB with these.
 */
export const MEMORY_SETTINGS = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: String(128 * 1024) }
